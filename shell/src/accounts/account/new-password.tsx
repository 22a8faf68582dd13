import { calls, confirmationError, messages, passwordError } from '@isa/api-contract';
import { ApiError, useHost } from '@isa/contract';
import { Alert, PasswordField, Stack } from '@isa/ui';
import { useState } from 'react';
import { failureText } from '../../layout/failure-text';
import { SubmitButton } from '../submit-button';
import { useAccountForm } from '../use-account-form';
import { Part } from './part';

export function NewPassword({ email }: { readonly email: string }) {
  const { api, toasts } = useHost();
  const [failure, setFailure] = useState<string>();
  const form = useAccountForm({
    fields: [
      { name: 'currentPassword', label: 'current password', rule: passwordError },
      { name: 'newPassword', label: 'new password', rule: passwordError },
      {
        name: 'confirmation',
        label: 'confirmed password',
        rule: (value, valueOf) => confirmationError(valueOf('newPassword'), value),
      },
    ],
    async send(valueOf, signal) {
      setFailure(undefined);
      const body = { currentPassword: valueOf('currentPassword'), newPassword: valueOf('newPassword') };
      await api(calls.changePassword, { body }, { signal });
      form.clear();
      toasts.show({ tone: 'success', text: 'Your password is changed. Other devices are logged out.' });
    },
    failed(error, refuse) {
      if (error instanceof ApiError && error.id === 'invalid-credentials') {
        refuse('currentPassword', messages.account.invalidCredentials);
      } else setFailure(failureText(error));
    },
  });
  return (
    <Part
      title="Password"
      explanation="A new password logs all other devices out, and a message tells you so."
    >
      <form {...form.formProps} aria-label="Password">
        <Stack gap={5}>
          {failure && <Alert tone="error">{failure}</Alert>}
          {/* Tells password managers whose password this is. */}
          <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            {...form.field('currentPassword')}
            label="Current password"
            autoComplete="current-password"
            required
          />
          <PasswordField
            {...form.field('newPassword')}
            label="New password"
            hint="At least 8 characters."
            autoComplete="new-password"
            required
          />
          <PasswordField
            {...form.field('confirmation')}
            label="Confirm new password"
            autoComplete="new-password"
            required
          />
          <SubmitButton form={form}>Change Password</SubmitButton>
        </Stack>
      </form>
    </Part>
  );
}
