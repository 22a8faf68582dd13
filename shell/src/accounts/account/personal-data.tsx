import { calls } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { ApiError, useHost } from '@isa/contract';
import { Link, useNavigate } from '@isa/contract/router';
import { Button, Text, TextLink } from '@isa/ui';
import { useEffect, useRef } from 'react';
import { failureText, isAnswerLost } from '../../layout/failure-text';
import { useAction } from '../../layout/use-action';
import { forgetAccount } from '../../session/stored-account';
import { AccountForm } from '../account-form';
import { passwordField } from '../fields';
import { AccountSection, SettingsGroup } from './account-section';
import { ReauthenticationField, useOpenForm, useReauthenticationForm } from './reauthentication-form';

export function PersonalData() {
  const { api } = useHost();
  const { open, close, opener } = useOpenForm<'delete'>();
  const { busy, run } = useAction(async () =>
    downloadJson('surveillance-academy-my-data.json', await api(calls.exportAccount, {})),
  );
  return (
    <SettingsGroup title="Your data">
      <AccountSection
        title="Export"
        explanation="Everything we hold about you, in one machine-readable file."
        action={
          <Button variant="secondary" size="small" busy={busy} onClick={run}>
            Export my data
          </Button>
        }
      />
      <AccountSection
        title="Delete the account"
        explanation="Your name, email, progress and course access are deleted straight away and cannot be restored."
        action={
          !open && (
            <Button {...opener('delete')} variant="danger" size="small">
              Delete my account…
            </Button>
          )
        }
      >
        {open && <DeleteForm onCancel={close} />}
      </AccountSection>
    </SettingsGroup>
  );
}

/** How long the browser has to begin a download, in milliseconds. */
const REVOKE_MS = 60_000;

function downloadJson(name: string, value: unknown): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }));
  link.download = name;
  link.click();
  // Safari begins the download later, and finds nothing at an address that was revoked at once.
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_MS);
}

/** @returns whether the account still exists, because its password or passkey was checked. */
function isWrongProof(error: unknown): boolean {
  return error instanceof ApiError && ['invalid-credentials', 'invalid-passkey'].includes(error.id);
}

function DeleteForm({ onCancel }: { readonly onCancel: () => void }) {
  const { api, basket, session, toasts } = useHost();
  const navigate = useNavigate();
  /** The account that was deleted, or may have been because the answer was lost. */
  const deletion = useRef<{ readonly account: string | undefined; readonly isKnown: boolean }>(undefined);

  // Ends the session on unmount, because this page redirects to the login without one.
  useEffect(
    () => () => {
      const { current } = deletion;
      // After a lost answer, the end of the session tells that the account is gone.
      if (!current || !(current.isKnown || session.store.getState().status === 'out')) return;
      toasts.show({ tone: 'success', text: 'Your account has been deleted.' });
      basket.clear();
      session.expired();
      if (current.account !== undefined) forgetAccount(current.account);
    },
    [basket, session, toasts],
  );

  const form = useReauthenticationForm({
    fields: [passwordField],
    password: 'password',
    async send(_valueOf, proof) {
      const { account } = session.store.getState();
      try {
        // The request gets no signal, because leaving the page must not abort it.
        await api(calls.deleteAccount, { body: proof });
      } catch (error) {
        if (isAnswerLost(error)) deletion.current = { account, isKnown: false };
        else if (isWrongProof(error)) deletion.current = undefined;
        throw error;
      }
      deletion.current = { account, isKnown: true };
      await navigate(paths.home);
    },
    failed: (error) =>
      isAnswerLost(error)
        ? 'We don’t know whether your account has been deleted. Please check your connection and press the button again. If it has been deleted, we have also emailed you.'
        : failureText(error),
  });
  return (
    <AccountForm
      form={form}
      label="Delete the account"
      action="Delete my account for good"
      onCancel={onCancel}
      cancelLabel="Keep it"
      dangerous
    >
      <Text>
        Deleting your account refunds nothing, and ends your access to the online course. If you want to
        cancel a pre-order or return books, do so in{' '}
        <TextLink as={Link} to={paths.myOrders}>
          My orders
        </TextLink>{' '}
        first.
      </Text>
      <Text>
        Tax law requires us to keep records of your orders for six years, without your account; the{' '}
        <TextLink as={Link} to={paths.legal('privacy-policy')}>
          privacy policy
        </TextLink>{' '}
        tells more.
      </Text>
      <ReauthenticationField form={form} autoFocus />
    </AccountForm>
  );
}
