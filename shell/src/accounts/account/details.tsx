import { type Account, calls, nameError } from '@isa/api-contract';
import { useHost } from '@isa/contract';
import { Stack } from '@isa/ui';
import { AccountForm } from '../account-form';
import { NameFields } from '../fields';
import { useAccountForm } from '../use-account-form';
import { AccountSection } from './account-section';
import { EmailChange } from './email-change';

interface DetailsProps {
  readonly account: Account;
  readonly onChange: (account: Account) => void;
}

/** User name, full name and e-mail. */
export function Details({ account, onChange }: DetailsProps) {
  const { api, session, toasts } = useHost();
  const form = useAccountForm({
    fields: [
      { name: 'username', label: 'user name', rule: nameError, initial: account.username },
      { name: 'name', label: 'full name', rule: nameError, initial: account.name },
    ],
    async send(valueOf, signal) {
      const body = { username: valueOf('username').trim(), name: valueOf('name').trim() };
      const response = await api(calls.updateAccount, { body }, { signal });
      onChange(response.account);
      session.store.setState({ name: response.account.name });
      toasts.show({ tone: 'success', text: 'Your details are saved.' });
    },
  });
  return (
    <AccountSection
      title="Details"
      explanation="Your full name stands on receipts and in your messages to us."
    >
      <Stack gap={8}>
        <AccountForm form={form} label="Details" action="Save details">
          <NameFields form={form} />
        </AccountForm>
        <EmailChange />
      </Stack>
    </AccountSection>
  );
}
