import { calls, passwordError } from '@isa/api-contract';
import { useHost } from '@isa/contract';
import { Columns } from '@isa/ui';
import { failureText, isAnswerLost } from '../../layout/failure-text';
import { AccountForm } from '../account-form';
import { newPasswordOptions, NewPasswordFields } from '../fields';
import { AccountSection } from './account-section';
import { ReauthenticationField, useReauthenticationForm } from './reauthentication-form';

export function NewPassword({ email }: { readonly email: string }) {
  const { api, toasts } = useHost();
  const form = useReauthenticationForm({
    fields: [
      { name: 'currentPassword', label: 'current password', rule: passwordError },
      ...newPasswordOptions,
    ],
    password: 'currentPassword',
    async send(valueOf, proof, signal) {
      const owner = 'passkey' in proof ? proof : { currentPassword: proof.password };
      const body = { ...owner, newPassword: valueOf('newPassword') };
      await api(calls.changePassword, { body }, { signal });
      form.clear();
      toasts.show({
        tone: 'success',
        text: 'Your password has been changed, and your other devices have been logged out.',
      });
    },
    // A second try would refuse the current password, which may be the earlier one by then.
    failed: (error) =>
      isAnswerLost(error)
        ? 'We don’t know whether your password has been changed. If we have emailed you about it, use the new one from now on. Otherwise please check your connection and try again.'
        : failureText(error),
  });
  return (
    <AccountSection
      title="Password"
      explanation="Choosing a new password logs out all your other devices. We will email you to confirm it."
    >
      <AccountForm form={form} label="Password" action="Change Password">
        {/* Password managers read the account's name from this field. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <ReauthenticationField form={form} label="Current password" />
        <Columns from="sm" widths="1fr 1fr" gap={5} align="start">
          <NewPasswordFields form={form} name="newPassword" />
        </Columns>
      </AccountForm>
    </AccountSection>
  );
}
