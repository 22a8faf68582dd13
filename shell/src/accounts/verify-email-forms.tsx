import { calls, messages } from '@isa/api-contract';
import { ApiError, useHost, useSession } from '@isa/contract';
import { PasswordField, Spinner, Text } from '@isa/ui';
import { useState } from 'react';
import { AccountForm } from './account-form';
import { passwordField } from './fields';
import { useAccountForm } from './use-account-form';

interface StepProps {
  readonly token: string;
  readonly onDone: () => void;
  /** @returns the text to show in the form, if any. */
  readonly onFailure: (error: unknown) => string | undefined;
}

/** Confirms the address: a button in a session, and a password field without one or in the session of another account. */
export function Confirmation({ token, onDone, onFailure }: StepProps) {
  const { api } = useHost();
  const status = useSession((session) => session.status);
  const [otherAccount, setOtherAccount] = useState(false);
  const withPassword = status === 'out' || otherAccount;
  const form = useAccountForm({
    fields: withPassword ? [passwordField] : [],
    async send(valueOf, signal) {
      const password = withPassword ? { password: valueOf('password') } : {};
      await api(calls.verifyEmail, { body: { token, ...password } }, { signal });
      onDone();
    },
    rejections: { 'invalid-credentials': ['password', messages.account.invalidCredentials] },
    failed(error) {
      const { id } = error instanceof ApiError ? error : {};
      if (id === 'already-registered')
        return 'Another account has this address already. Nothing was changed.';
      if (id !== 'password-needed') return onFailure(error);
      setOtherAccount(true);
      return undefined;
    },
  });
  if (status === 'unknown' || status === 'checking')
    return <Spinner label="Checking your session…" showLabel />;
  return (
    <AccountForm form={form} label="Confirm your e-mail" action="Confirm my address">
      <Text>
        {withPassword
          ? 'Enter the password of the account that this message is about.'
          : 'Press the button to confirm that the address is yours.'}
      </Text>
      {withPassword && (
        <PasswordField
          {...form.field('password')}
          label="Your password"
          autoComplete="current-password"
          required
        />
      )}
    </AccountForm>
  );
}

/** Deletes an account that somebody else created with the address. */
export function Rejection({
  token,
  onDone,
  onFailure,
  onCancel,
}: StepProps & { readonly onCancel: () => void }) {
  const { api } = useHost();
  const form = useAccountForm<never>({
    fields: [],
    async send(_valueOf, signal) {
      await api(calls.rejectSignup, { body: { token } }, { signal });
      onDone();
    },
    failed: onFailure,
  });
  return (
    <AccountForm
      form={form}
      label="This wasn’t me"
      action="Delete this account"
      cancel={{ label: 'Keep it', onClick: onCancel }}
    >
      <Text>
        Somebody created an account with your address. Delete it, and they can no longer log in to it.
      </Text>
    </AccountForm>
  );
}
