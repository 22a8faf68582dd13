import { calls, confirmationError, messages, passwordError } from '@isa/api-contract';
import { ApiError, useHost } from '@isa/contract';
import { PasswordField } from '@isa/ui';
import { failureText } from '../../layout/failure-text';
import { AccountForm } from '../account-form';
import { NewPasswordFields } from '../fields';
import { useAccountForm } from '../use-account-form';
import { Part } from './part';

export function NewPassword({ email }: { readonly email: string }) {
  const { api, toasts } = useHost();
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
      const body = { currentPassword: valueOf('currentPassword'), newPassword: valueOf('newPassword') };
      await api(calls.changePassword, { body }, { signal });
      form.clear();
      toasts.show({ tone: 'success', text: 'Your password is changed. Other devices are logged out.' });
    },
    failed(error, refuse) {
      if (error instanceof ApiError && error.id === 'invalid-credentials') {
        refuse('currentPassword', messages.account.invalidCredentials);
        return undefined;
      }
      return failureText(error);
    },
  });
  return (
    <Part
      title="Password"
      explanation="A new password logs all other devices out, and a message tells you so."
    >
      <AccountForm form={form} label="Password" action="Change Password">
        {/* Tells password managers whose password this is. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          {...form.field('currentPassword')}
          label="Current password"
          autoComplete="current-password"
          required
        />
        <NewPasswordFields
          form={form}
          name="newPassword"
          label="New password"
          confirmation="Confirm new password"
        />
      </AccountForm>
    </Part>
  );
}
