import { calls, emailError, messages } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useHost } from '@isa/contract';
import { useNavigate } from '@isa/contract/router';
import { specificFailureText } from '../layout/failure-text';
import { AccountForm } from './account-form';
import { EmailField } from './fields';
import { FormPage } from './form-page';
import { useAccountForm } from './use-account-form';

export default function ForgotPage() {
  const { api, toasts } = useHost();
  const navigate = useNavigate();

  const form = useAccountForm({
    fields: [{ name: 'email', label: 'email', rule: emailError }],
    async send(valueOf, signal) {
      await api(calls.forgotPassword, { body: { email: valueOf('email').trim() } }, { signal });
      // Unknown addresses get the same text, so that it does not reveal who has an account.
      toasts.show({ tone: 'success', text: 'If this address has an account, a reset link is on its way.' });
      await navigate(paths.login());
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
