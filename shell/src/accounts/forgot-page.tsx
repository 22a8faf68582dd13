import { calls, emailError, messages } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useHost } from '@isa/contract';
import { useNavigate } from '@isa/contract/router';
import { specificFailureText } from '../layout/failure-text';
import { AccountForm } from './account-form';
import { EmailField } from './fields';
import { ALREADY_LOGGED_IN, FormPage } from './form-page';
import { useAccountForm } from './use-account-form';

export default function ForgotPage() {
  const { api, toasts } = useHost();
  const navigate = useNavigate();

  const form = useAccountForm({
    fields: [{ name: 'email', label: 'email', rule: emailError }],
    async send(valueOf, signal) {
      const email = valueOf('email').trim();
      await api(calls.forgotPassword, { body: { email } }, { signal });
      // Unknown addresses get the same text, so that it does not reveal who has an account.
      const notice = `If ${email} has an account, a reset link is on its way. Nothing within minutes? Check your spam folder.`;
      await navigate(paths.login(), { state: { email, notice } });
    },
    failed(error) {
      toasts.show({ tone: 'error', text: messages.somethingWrong });
      return specificFailureText(error);
    },
  });

  return (
    <FormPage
      title="Forgotten password"
      lead="Enter the email address of your account and we will send you a link to choose a new password."
      description="Request a link to choose a new password."
      path={paths.forgotPassword}
      redirected={ALREADY_LOGGED_IN}
      picture="drop"
      steps
      points={[
        'If the address has an account, the email usually arrives within minutes. Nothing in your inbox? Check your spam folder, then request another link.',
        'Open the link within 30 minutes. It works once.',
        'Choose a new password. Until then, nothing changes.',
      ]}
    >
      <AccountForm form={form} label="Forgotten password" action="Reset password">
        <EmailField form={form} name="email" autoComplete="username" />
      </AccountForm>
    </FormPage>
  );
}
