import { calls, type CallOutput } from '@isa/api-contract';
import { useHost, useRequest } from '@isa/contract';
import { Button, RetryAlert, Skeleton, Tag } from '@isa/ui';
import { useRef } from 'react';
import { loadFailureText } from '../../layout/failure-text';
import { useAction } from '../../layout/use-action';
import { AccountSection, Row, Rows, Time } from './account-section';
import { deviceName } from './device-name';

export function Sessions() {
  const { api, session, toasts } = useHost();
  const section = useRef<HTMLElement>(null);
  const { status, data, error, retry } = useRequest('sessions', (signal) =>
    api(calls.listSessions, {}, { signal }),
  );
  const { busy, run: endAll } = useAction(async () => {
    await api(calls.endAllSessions, { body: {} });
    toasts.show({ tone: 'success', text: 'You are logged out on all devices.' });
    session.expired();
  });
  const onEnded = () => {
    retry();
    // The button with the focus disappears with its row, so the section gets the focus.
    section.current?.focus();
  };

  return (
    <AccountSection
      ref={section}
      title="Sessions"
      explanation="Each one ends by itself a little over two hours after its login."
      action={
        <Button variant="secondary" size="small" busy={busy} onClick={endAll}>
          Log out everywhere
        </Button>
      }
    >
      {!data && status === 'loading' && <Skeleton height="8rem" />}
      {status === 'failed' && <RetryAlert retry={retry}>{loadFailureText(error)}</RetryAlert>}
      {data && (
        <Rows>
          {data.sessions.map((row) => (
            <SessionRow key={row.id} row={row} onEnded={onEnded} />
          ))}
        </Rows>
      )}
    </AccountSection>
  );
}

interface SessionRowProps {
  readonly row: CallOutput<'listSessions'>['sessions'][number];
  readonly onEnded: () => void;
}

function SessionRow({ row: { id, userAgent, createdAt, lastUsedAt, current }, onEnded }: SessionRowProps) {
  const { api, session, toasts } = useHost();
  const device = deviceName(userAgent);
  const { busy, run: end } = useAction(async () => {
    await api(calls.endSession, { params: { sessionId: id }, body: {} });
    toasts.show({
      tone: 'success',
      text: current ? 'You are logged out on this device.' : `The session on ${device} has ended.`,
    });
    if (current) session.expired();
    else onEnded();
  });
  return (
    <Row
      title={device}
      tag={current && <Tag tone="success">This device</Tag>}
      details={[
        <Time key="since" label="Since" value={createdAt} />,
        <Time key="used" label="Last used" value={lastUsedAt} />,
      ]}
      buttons={
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          onClick={end}
          aria-label={current ? 'End this session' : `End the session on ${device}`}
        >
          End
        </Button>
      }
    />
  );
}
