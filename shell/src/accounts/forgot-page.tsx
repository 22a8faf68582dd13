import { calls, emailError, messages } from '@isa/api-contract';
import { paths, useHost } from '@isa/contract';
import { Alert, Stack, TextField, TextLink } from '@isa/ui';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { knownFailure } from '../layout/failure-text';
import { FormPage, useLeaveWhenSignedIn } from './form-page';
import { SubmitButton } from './submit-button';
import { useAccountForm } from './use-account-form';

export default function ForgotPage() {
  const { api, toasts } = useHost();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  useLeaveWhenSignedIn();

  const form = useAccountForm({
    fields: [{ name: 'email', label: 'e-mail', rule: emailError }],
    async send(valueOf, signal) {
      setFailure(undefined);
      await api(calls.forgotPassword, { body: { email: valueOf('email').trim() } }, { signal });
      // The same words whether the address is known or not.
      toasts.show({ tone: 'success', text: 'If this address has an account, a reset link is on its way.' });
      await navigate(paths.login);
    },
    failed(error) {
      setFailure(knownFailure(error));
      toasts.show({ tone: 'error', text: messages.somethingWrong });
    },
  });

  return (
    <FormPage
      title="Forgotten password"
      lead="Tell us the e-mail of your account, and we send a link to choose a new password."
      description="Ask for a link to choose a new password."
      path={paths.forgotPassword}
      seed={37}
      points={[
        'The link works once, for 30 minutes.',
        'Nothing changes until you choose a new password.',
        'No message? Look into the spam folder, then ask again.',
      ]}
      below={
        <TextLink as={Link} to={paths.login}>
          Back to log in
        </TextLink>
      }
    >
      <form {...form.formProps} aria-label="Forgotten password">
        <Stack gap={5}>
          {failure && <Alert tone="error">{failure}</Alert>}
          <TextField
            {...form.field('email')}
            label="E-mail"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <SubmitButton form={form}>Reset password</SubmitButton>
        </Stack>
      </form>
    </FormPage>
  );
}
