import { type Account, calls, nameError } from '@isa/api-contract';
import { useHost } from '@isa/contract';
import { Alert, Stack, TextField } from '@isa/ui';
import { useState } from 'react';
import { failureText } from '../../layout/failure-text';
import { SubmitButton } from '../submit-button';
import { useAccountForm } from '../use-account-form';
import { Part } from './part';

interface DetailsProps {
  readonly account: Account;
  readonly onChange: (account: Account) => void;
}

export function Details({ account, onChange }: DetailsProps) {
  const { api, session, toasts } = useHost();
  const [failure, setFailure] = useState<string>();
  const form = useAccountForm({
    fields: [
      { name: 'username', label: 'user name', rule: nameError, initial: account.username },
      { name: 'name', label: 'full name', rule: nameError, initial: account.name },
    ],
    async send(valueOf, signal) {
      setFailure(undefined);
      const body = { username: valueOf('username').trim(), name: valueOf('name').trim() };
      const answer = await api(calls.updateAccount, { body }, { signal });
      onChange(answer.account);
      session.store.setState({ name: answer.account.name });
      toasts.show({ tone: 'success', text: 'Your details are saved.' });
    },
    failed: (error) => setFailure(failureText(error)),
  });
  return (
    <Part title="Details" explanation="Your full name stands on receipts and in your messages to us.">
      <form {...form.formProps} aria-label="Details">
        <Stack gap={5}>
          {failure && <Alert tone="error">{failure}</Alert>}
          <TextField
            {...form.field('username')}
            label="User name"
            autoComplete="nickname"
            maxLength={60}
            required
          />
          <TextField {...form.field('name')} label="Full name" autoComplete="name" maxLength={120} required />
          <SubmitButton form={form}>Save details</SubmitButton>
        </Stack>
      </form>
    </Part>
  );
}
