import { type CallOutput, MAX_PASSKEYS, type Passkey } from '@isa/api-contract';
import type { RequestState } from '@isa/contract';
import { Button, Icon, RetryAlert, Skeleton, Text } from '@isa/ui';
import { useRef } from 'react';
import { loadFailureText } from '../../layout/failure-text';
import { supportsPasskeys } from '../passkeys';
import { AccountSection, Row, Rows, Time } from './account-section';
import { AddPasskey, RemovePasskey, RenamePasskey } from './passkey-forms';
import { useOpenForm } from './reauthentication-form';

export function Passkeys({ request }: { readonly request: RequestState<CallOutput<'listPasskeys'>> }) {
  const { status, data, error, retry } = request;
  const section = useRef<HTMLElement>(null);
  const { open, close, opener } = useOpenForm<'add'>();
  const passkeys = data?.passkeys ?? [];
  const supported = supportsPasskeys();
  const canAdd = data && supported && passkeys.length < MAX_PASSKEYS && !open;
  if (!supported && passkeys.length === 0) return null;

  const onRemoved = () => {
    retry();
    // The row with the focus disappears, so the section gets it.
    section.current?.focus();
  };
  return (
    <AccountSection
      ref={section}
      title="Passkeys"
      explanation="Log in with your fingerprint, your face or your device’s PIN. A passkey cannot be guessed or stolen by a fake website. Your password still works."
      action={
        canAdd && (
          <Button {...opener('add')} size="small">
            <Icon name="key" size={18} />
            Add a passkey…
          </Button>
        )
      }
    >
      {!data && status === 'loading' && <Skeleton height="4.5rem" />}
      {status === 'failed' && <RetryAlert retry={retry}>{loadFailureText(error)}</RetryAlert>}
      {passkeys.length > 0 && (
        <Rows>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRenamed={retry} onRemoved={onRemoved} />
          ))}
        </Rows>
      )}
      {data && passkeys.length === 0 && !open && <Text size="small">You have no passkeys yet.</Text>}
      {!supported && <Text muted>This browser cannot create passkeys.</Text>}
      {supported && passkeys.length >= MAX_PASSKEYS && (
        <Text
          muted
        >{`You have ${MAX_PASSKEYS} passkeys, which is the limit. Remove one to add another.`}</Text>
      )}
      {open && <AddPasskey onChange={retry} onClose={close} />}
    </AccountSection>
  );
}

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly onRenamed: () => void;
  readonly onRemoved: () => void;
}

function PasskeyRow({ passkey, onRenamed, onRemoved }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt } = passkey;
  const { open, close, opener } = useOpenForm<'rename' | 'remove'>();
  return (
    <Row
      title={name}
      details={[
        <Time key="added" label="Added" value={createdAt} />,
        lastUsedAt ? <Time key="used" label="Last used" value={lastUsedAt} /> : 'Not used yet',
      ]}
      buttons={
        !open && (
          <>
            <Button {...opener('rename')} size="small" aria-label={`Rename ${name}`}>
              Rename
            </Button>
            <Button {...opener('remove')} size="small" aria-label={`Remove ${name}`}>
              Remove
            </Button>
          </>
        )
      }
    >
      {open === 'rename' && <RenamePasskey passkey={passkey} onChange={onRenamed} onClose={close} />}
      {open === 'remove' && <RemovePasskey passkey={passkey} onChange={onRemoved} onClose={close} />}
    </Row>
  );
}
