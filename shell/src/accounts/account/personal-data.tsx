import { calls } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useHost } from '@isa/contract';
import { Link, useNavigate } from '@isa/contract/router';
import { Button, Text, TextLink } from '@isa/ui';
import { useEffect, useRef } from 'react';
import { useAction } from '../../layout/use-action';
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

function downloadJson(name: string, value: unknown): void {
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

  // Ends the session on unmount, because this page redirects to the login without one.
  useEffect(
    () => () => {
      if (!deleted.current) return;
      basket.clear();
      session.expired();
    },
    [basket, session],
  );

  const form = useReauthenticationForm({
    fields: [passwordField],
    password: 'password',
    async send(_valueOf, proof) {
      // The request gets no signal, because leaving the page must not abort it.
      await api(calls.deleteAccount, { body: proof });
      toasts.show({ tone: 'success', text: 'Your account has been deleted.' });
      deleted.current = true;
      await navigate(paths.home);
    },
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
