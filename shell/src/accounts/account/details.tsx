import { type Account, calls, nameError } from '@isa/api-contract';
import { useHost } from '@isa/contract';
import { failureText } from '../../layout/failure-text';
import { AccountForm } from '../account-form';
import { NameFields } from '../fields';
import { useAccountForm } from '../use-account-form';
import { Part } from './part';

interface DetailsProps {
  readonly account: Account;
  readonly onChange: (account: Account) => void;
}

export function Details({ account, onChange }: DetailsProps) {
  const { api, session, toasts } = useHost();
  const form = useAccountForm({
    fields: [
      { name: 'username', label: 'user name', rule: nameError, initial: account.username },
      { name: 'name', label: 'full name', rule: nameError, initial: account.name },
    ],
    async send(valueOf, signal) {
      const body = { username: valueOf('username').trim(), name: valueOf('name').trim() };
      const answer = await api(calls.updateAccount, { body }, { signal });
      onChange(answer.account);
      session.store.setState({ name: answer.account.name });
      toasts.show({ tone: 'success', text: 'Your details are saved.' });
    },
    failed: failureText,
  });
  return (
    <Part title="Details" explanation="Your full name stands on receipts and in your messages to us.">
      <AccountForm form={form} label="Details" action="Save details">
        <NameFields form={form} />
      </AccountForm>
    </Part>
  );
}
