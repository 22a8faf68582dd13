import { calls, messages } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { ApiError, useHost } from '@isa/contract';
import { Link, useNavigate } from '@isa/contract/router';
import { TextLink } from '@isa/ui';
import { useParams } from 'react-router-dom';
import { isInvalidLink, specificFailureText } from '../layout/failure-text';
import { AccountForm } from './account-form';
import { newPasswordOptions, NewPasswordFields } from './fields';
import { ALREADY_LOGGED_IN, FormPage } from './form-page';
import { useAccountForm } from './use-account-form';

export default function ResetPage() {
  const { api, toasts } = useHost();
  const { token = '' } = useParams();
  const navigate = useNavigate();

  const form = useAccountForm({
    fields: newPasswordOptions,
    async send(valueOf, signal) {
      const body = { newPassword: valueOf('newPassword') };
      await api(calls.resetPassword, { params: { token }, body }, { signal });
      const notice = 'Your password has been changed. Please log in with the new one.';
      await navigate(paths.login(), { state: { notice } });
    },
    failed(error) {
      // The API knows more common passwords than the browser, and its message is already at the field.
      if (error instanceof ApiError && error.fieldErrors.some(({ path }) => path === 'body.newPassword'))
        return;
      toasts.show({ tone: 'error', text: messages.somethingWrong });
      if (!isInvalidLink(error)) return specificFailureText(error);
      return (
        <>
          This link is no longer valid. If you have just changed your password with it, log in with the new
          one.{' '}
          <TextLink as={Link} to={paths.forgotPassword}>
            Ask for a new one
          </TextLink>
        </>
      );
    },
  });

  return (
    <FormPage
      title="New password"
      lead="Choose a password that you do not use anywhere else."
      description="Choose a new password for your account."
      // The path lacks the token, which is secret.
      path={paths.reset('')}
      redirected={ALREADY_LOGGED_IN}
      picture="keys"
      points={[
        'At least 8 characters; a few unrelated words are easy to remember.',
        'You will be logged out everywhere.',
        'We will email you to confirm that your password was changed.',
      ]}
    >
      {/* The token must not reach other sites in the Referer header. */}
      <meta name="referrer" content="same-origin" />
      <AccountForm form={form} label="New password" action="Change Password">
        <NewPasswordFields form={form} name="newPassword" />
      </AccountForm>
    </FormPage>
  );
}
