import { calls, type Passkey, passkeyNameError } from '@isa/api-contract';
import { useHost } from '@isa/contract';
import { Text, TextField } from '@isa/ui';
import type { ComponentProps } from 'react';
import { failureText } from '../../layout/failure-text';
import { AccountForm } from '../account-form';
import { passwordField } from '../fields';
import { createPasskey } from '../passkeys';
import { useAccountForm } from '../use-account-form';
import { deviceName } from './device-name';
import { ReauthenticationField, useReauthenticationForm } from './reauthentication-form';

const nameField = { name: 'passkeyName', label: 'name of the passkey', rule: passkeyNameError } as const;

function NameField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return <TextField {...props} label="Name of the passkey" autoComplete="off" autoFocus required />;
}

interface FormProps {
  /** Called after a change, before `onClose`. */
  readonly onChange: () => void;
  readonly onClose: () => void;
}

interface ChangeProps extends FormProps {
  readonly passkey: Passkey;
}

/** Proves the ownership of the account, then creates a passkey on a device that the browser asks for. */
export function AddPasskey({ onChange, onClose }: FormProps) {
  const { api, toasts } = useHost();
  const form = useReauthenticationForm({
    fields: [{ ...nameField, initial: deviceName(navigator.userAgent) }, passwordField],
    password: 'password',
    async send(valueOf, proof, signal) {
      const { options } = await api(calls.startPasskey, { body: proof }, { signal });
      const created = await createPasskey(options);
      if (!created) return;
      const body = { name: valueOf('passkeyName').trim(), passkey: created };
      await api(calls.addPasskey, { body }, { signal });
      toasts.show({ tone: 'success', text: `You can now log in with the passkey “${body.name}”.` });
      onChange();
      onClose();
    },
    failed: (error) =>
      error instanceof Error && error.name === 'InvalidStateError'
        ? 'This device already has a passkey for your account.'
        : failureText(error),
  });
  return (
    <AccountForm form={form} label="Add a passkey" action="Create the passkey" onCancel={onClose}>
      <Text>
        Give the passkey a name and confirm that it is you. Your browser will then ask where to save it.
      </Text>
      <NameField {...form.field('passkeyName')} />
      <ReauthenticationField form={form} />
    </AccountForm>
  );
}

export function RenamePasskey({ passkey, onChange, onClose }: ChangeProps) {
  const { api, toasts } = useHost();
  const form = useAccountForm({
    fields: [{ ...nameField, initial: passkey.name }],
    async send(valueOf, signal) {
      const body = { name: valueOf('passkeyName').trim() };
      await api(calls.renamePasskey, { params: { passkeyId: passkey.id }, body }, { signal });
      toasts.show({ tone: 'success', text: `The passkey is now called “${body.name}”.` });
      onChange();
      onClose();
    },
  });
  return (
    <AccountForm form={form} label={`Rename ${passkey.name}`} action="Save the name" onCancel={onClose}>
      <NameField {...form.field('passkeyName')} />
    </AccountForm>
  );
}

export function RemovePasskey({ passkey, onChange, onClose }: ChangeProps) {
  const { api, toasts } = useHost();
  const form = useReauthenticationForm({
    fields: [passwordField],
    password: 'password',
    async send(_valueOf, proof, signal) {
      await api(calls.removePasskey, { params: { passkeyId: passkey.id }, body: proof }, { signal });
      toasts.show({ tone: 'success', text: `The passkey “${passkey.name}” has been removed.` });
      onChange();
    },
  });
  return (
    <AccountForm
      form={form}
      label={`Remove ${passkey.name}`}
      action="Remove the passkey"
      onCancel={onClose}
      cancelLabel="Keep it"
    >
      <Text>
        You will no longer be able to log in with it. Remember to delete it from your device or password
        manager too.
      </Text>
      <ReauthenticationField form={form} autoFocus />
    </AccountForm>
  );
}
