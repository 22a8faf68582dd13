import { type Account, calls, emailError, nameError, usernameError } from '@isa/api-contract';
import { useHost } from '@isa/contract';
import { Alert, Button, Columns, Text } from '@isa/ui';
import { useState } from 'react';
import { AccountForm } from '../account-form';
import { EmailField, NameFields, passwordField } from '../fields';
import { useAccountForm } from '../use-account-form';
import { AccountSection } from './account-section';
import { ReauthenticationField, useOpenForm, useReauthenticationForm } from './reauthentication-form';

function EmailChange() {
  const { open, close, opener } = useOpenForm<'change'>();
  const [linkSentTo, setLinkSentTo] = useState<string>();
  return (
    <AccountSection
      title="Email"
      explanation="You log in with this address, and we write to you there."
      action={
        !open && (
          <Button {...opener('change')} size="small">
            Change email…
          </Button>
        )
      }
    >
      {open && <EmailForm onSent={setLinkSentTo} onClose={close} />}
      {!open && linkSentTo && (
        <Alert title={`Open the link that we sent to ${linkSentTo}.`}>
          The link works for 24 hours. Nothing changes until you confirm the address.
        </Alert>
      )}
    </AccountSection>
  );
}

interface EmailFormProps {
  readonly onSent: (newEmail: string) => void;
  readonly onClose: () => void;
}

function EmailForm({ onSent, onClose }: EmailFormProps) {
  const { api } = useHost();
  const form = useReauthenticationForm({
    fields: [{ name: 'newEmail', label: 'new email', rule: emailError }, passwordField],
    password: 'password',
    async send(valueOf, proof, signal) {
      const newEmail = valueOf('newEmail').trim();
      await api(calls.changeEmail, { body: { newEmail, ...proof } }, { signal });
      onSent(newEmail);
      onClose();
    },
  });
  return (
    <AccountForm form={form} label="Change email" action="Send the link" onCancel={onClose}>
      <Text>We will send a link to the new address. Nothing changes until you confirm it there.</Text>
      <EmailField form={form} name="newEmail" label="New email" autoComplete="email" autoFocus />
      <ReauthenticationField form={form} />
    </AccountForm>
  );
}

interface DetailsProps {
  readonly account: Account;
  readonly onChange: (account: Account) => void;
}

export function Details({ account, onChange }: DetailsProps) {
  const { api, session, toasts } = useHost();
  const form = useAccountForm({
    fields: [
      { name: 'username', label: 'user name', rule: usernameError, initial: account.username },
      { name: 'name', label: 'full name', rule: nameError, initial: account.name },
    ],
    async send(valueOf, signal) {
      const body = { username: valueOf('username').trim(), name: valueOf('name').trim() };
      const response = await api(calls.updateAccount, { body }, { signal });
      onChange(response.account);
      session.store.setState({ name: response.account.name });
      toasts.show({ tone: 'success', text: 'Your details have been saved.' });
    },
  });
  return (
    <>
      <AccountSection
        title="Details"
        explanation="Your full name appears on receipts and in your messages to us."
      >
        <AccountForm form={form} label="Details" action="Save details">
          <Columns from="sm" widths="1fr 1fr" gap={5}>
            <NameFields form={form} />
          </Columns>
        </AccountForm>
      </AccountSection>
      <EmailChange />
    </>
  );
}
