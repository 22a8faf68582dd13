import { calls, type CallInput, type CallOutput, sessionLength } from '@isa/api-contract';
import { ApiError, useHost, useRequest } from '@isa/contract';
import { Button, RetryAlert, Skeleton, Tag } from '@isa/ui';
import { useRef, useState } from 'react';
import { loadFailureText } from '../../layout/failure-text';
import { useAction } from '../../layout/use-action';
import { AccountForm } from '../account-form';
import { passwordField } from '../fields';
import { AccountSection, Row, Rows, Time } from './account-section';
import { deviceName } from './device-name';
import { ReauthenticationField, useReauthenticationForm } from './reauthentication-form';

type Proof = CallInput<'endAllSessions'>['body'];
type SessionOfAccount = CallOutput<'listSessions'>['sessions'][number];

/** What needs the password or a passkey, because the last login is too long ago. */
interface Question {
  readonly action: string;
  readonly run: (proof: Proof) => Promise<void>;
}

export function Sessions() {
  const { api, session, toasts } = useHost();
  const section = useRef<HTMLElement>(null);
  const [question, setQuestion] = useState<Question>();
  const { status, data, error, retry } = useRequest('sessions', (signal) =>
    api(calls.listSessions, {}, { signal }),
  );

  /** Runs without a proof, and asks for one if the API wants it. */
  async function runOrAsk(asked: Question): Promise<void> {
    try {
      await asked.run({});
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.id !== 'password-needed') throw failure;
      setQuestion(asked);
    }
  }

  async function endAll(proof: Proof): Promise<void> {
    await api(calls.endAllSessions, { body: proof });
    toasts.show({ tone: 'success', text: 'You have been logged out on all devices.' });
    session.expired();
  }

  async function end({ id, userAgent, current }: SessionOfAccount, proof: Proof): Promise<void> {
    await api(calls.endSession, { params: { sessionId: id }, body: proof });
    const text = current
      ? 'You have been logged out on this device.'
      : `The session on ${deviceName(userAgent)} has ended.`;
    toasts.show({ tone: 'success', text });
    if (current) return session.expired();
    setQuestion(undefined);
    retry();
    // The button with the focus disappears with its row, so the section gets the focus.
    section.current?.focus();
  }

  const everywhere = useAction(() => runOrAsk({ action: 'Log out everywhere', run: endAll }));

  return (
    <AccountSection
      ref={section}
      title="Sessions"
      explanation={`Each session ends automatically ${sessionLength} after you log in.`}
      action={
        <Button variant="secondary" size="small" busy={everywhere.busy} onClick={everywhere.run}>
          Log out everywhere
        </Button>
      }
    >
      {question && (
        <ConfirmForm key={question.action} question={question} onCancel={() => setQuestion(undefined)} />
      )}
      {!data && status === 'loading' && <Skeleton height="8rem" />}
      {status === 'failed' && <RetryAlert retry={retry}>{loadFailureText(error)}</RetryAlert>}
      {data && (
        <Rows>
          {data.sessions.map((row) => (
            <SessionRow
              key={row.id}
              row={row}
              end={(action) => runOrAsk({ action, run: (proof) => end(row, proof) })}
            />
          ))}
        </Rows>
      )}
    </AccountSection>
  );
}

function ConfirmForm({ question, onCancel }: { readonly question: Question; readonly onCancel: () => void }) {
  const form = useReauthenticationForm({
    fields: [passwordField],
    password: 'password',
    send: (_valueOf, proof) => question.run(proof),
  });
  return (
    <AccountForm form={form} label={question.action} action={question.action} onCancel={onCancel}>
      <ReauthenticationField form={form} autoFocus />
    </AccountForm>
  );
}

/** The sessions that are no login on the site. */
const LABELS = { site: undefined, office: 'Office', staff: 'Staff view' } as const;

interface SessionRowProps {
  readonly row: SessionOfAccount;
  readonly end: (action: string) => Promise<void>;
}

function SessionRow({ row, end }: SessionRowProps) {
  const { audience, userAgent, createdAt, lastUsedAt, current } = row;
  const device = deviceName(userAgent);
  const label = LABELS[audience];
  const action = current
    ? 'End this session'
    : `End the session on ${label ? `${device} (${label})` : device}`;
  const { busy, run } = useAction(() => end(action));
  return (
    <Row
      title={device}
      tag={current ? <Tag tone="success">This device</Tag> : label && <Tag>{label}</Tag>}
      details={[
        <Time key="since" label="Since" value={createdAt} />,
        <Time key="used" label="Last used" value={lastUsedAt} />,
      ]}
      buttons={
        <Button variant="secondary" size="small" busy={busy} onClick={run} aria-label={action}>
          End
        </Button>
      }
    />
  );
}
