import { calls, messages, passwordError } from '@isa/api-contract';
import { useHost } from '@isa/contract';
import { PasswordField } from '@isa/ui';
import { AccountForm } from '../account-form';
import { confirmationOf, NewPasswordFields } from '../fields';
import { useAccountForm } from '../use-account-form';
import { AccountSection } from './account-section';

/** Changes the password. */
export function NewPassword({ email }: { readonly email: string }) {
  const { api, toasts } = useHost();
  const form = useAccountForm({
    fields: [
      { name: 'currentPassword', label: 'current password', rule: passwordError },
      { name: 'newPassword', label: 'new password', rule: passwordError },
      confirmationOf('newPassword', 'confirmed password'),
    ],
    async send(valueOf, signal) {
      const body = { currentPassword: valueOf('currentPassword'), newPassword: valueOf('newPassword') };
      await api(calls.changePassword, { body }, { signal });
      form.clear();
      toasts.show({ tone: 'success', text: 'Your password is changed. Other devices are logged out.' });
    },
    rejections: { 'invalid-credentials': ['currentPassword', messages.account.invalidCredentials] },
  });
  return (
    <AccountSection
      title="Password"
      explanation="A new password logs all other devices out, and a message tells you so."
    >
      <AccountForm form={form} label="Password" action="Change Password">
        {/* For password managers. */}
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
    </AccountSection>
  );
}
