import { calls, messages, passwordError } from '@isa/api-contract';
import { ApiError, paths, useHost } from '@isa/contract';
import { Link, useNavigate } from '@isa/contract/router';
import { Button, Cluster, PasswordField, Stack, Text, TextLink } from '@isa/ui';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../layout/failure-text';
import { AccountForm } from '../account-form';
import { useAccountForm } from '../use-account-form';
import { Part } from './part';

export function PersonalData() {
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <Part
        title="Your data"
        explanation="Everything that we hold about you, as one file that programs can read."
      >
        <ExportButton />
      </Part>
      <Part
        title="Delete the account"
        explanation="Name, e-mail, progress and access to the courses go at once and cannot be brought back."
      >
        {deleting ? (
          <DeleteForm onCancel={() => setDeleting(false)} />
        ) : (
          <Button variant="secondary" onClick={() => setDeleting(true)}>
            Delete my account…
          </Button>
        )}
      </Part>
    </>
  );
}

function ExportButton() {
  const { api, toasts } = useHost();
  const [busy, setBusy] = useState(false);

  async function download() {
    setBusy(true);
    try {
      save('surveillance-academy-my-data.json', await api(calls.exportAccount, {}));
    } catch (error) {
      toasts.show({ tone: 'error', text: failureText(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant="secondary" busy={busy} onClick={() => void download()}>
      Export my data
    </Button>
  );
}

/** Hands a value to the visitor as a JSON file. */
function save(name: string, value: unknown): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function DeleteForm({ onCancel }: { readonly onCancel: () => void }) {
  const { api, basket, session, toasts } = useHost();
  const navigate = useNavigate();
  const deleted = useRef(false);

  // The session ends when this page is gone: before, its end would send the page to the login.
  useEffect(
    () => () => {
      if (!deleted.current) return;
      basket.clear();
      session.expired();
    },
    [basket, session],
  );

  const form = useAccountForm({
    fields: [{ name: 'password', label: 'password', rule: passwordError }],
    async send(valueOf) {
      // Not to be aborted: the answer must arrive even when the customer has already left the page.
      await api(calls.deleteAccount, { body: { password: valueOf('password') } });
      toasts.show({ tone: 'success', text: 'Your account is deleted.' });
      deleted.current = true;
      await navigate(paths.home);
    },
    failed(error, refuse) {
      if (error instanceof ApiError && error.id === 'invalid-credentials') {
        refuse('password', messages.account.invalidCredentials);
        return undefined;
      }
      return failureText(error);
    },
  });
  return (
    <Stack gap={5}>
      <AccountForm form={form} label="Delete the account" action="Delete my account for good">
        <Text>
          Tax law makes us keep your orders for six years. They stay without an account; the{' '}
          <TextLink as={Link} to={paths.legal('privacy-policy')}>
            privacy policy
          </TextLink>{' '}
          tells more.
        </Text>
        <PasswordField
          {...form.field('password')}
          label="Your password"
          autoComplete="current-password"
          autoFocus
          required
        />
      </AccountForm>
      <Cluster>
        <Button variant="quiet" type="button" onClick={onCancel}>
          Keep it
        </Button>
      </Cluster>
    </Stack>
  );
}
