import { calls } from '@isa/api-contract';
import { useHost, useRequest } from '@isa/contract';
import { Button, Skeleton, Stack, Tag, tokens } from '@isa/ui';
import { useState } from 'react';
import { styled } from 'styled-components';
import { failureText } from '../../layout/failure-text';
import { deviceName } from './device-name';
import { Part } from './part';
import { RequestFailure } from './request-failure';

const List = styled.ul`
  border-top: 1px solid var(--isa-line);
  li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: ${tokens.space(1)} ${tokens.space(4)};
    padding-block: ${tokens.space(3)};
    border-bottom: 1px solid var(--isa-line);
  }
  strong {
    display: block;
    font-weight: 600;
  }
  time {
    font-size: ${tokens.font.size.small};
    color: var(--isa-muted);
  }
`;

const since = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Where the account is logged in, and one button that ends it all. */
export function Sessions() {
  const { api, session, toasts } = useHost();
  const [busy, setBusy] = useState(false);
  const request = useRequest('sessions', (signal) => api(calls.listSessions, {}, { signal }));

  async function endAll() {
    setBusy(true);
    try {
      await api(calls.endAllSessions, { body: {} });
      toasts.show({ tone: 'success', text: 'You are logged out on all devices.' });
      session.expired();
    } catch (error) {
      toasts.show({ tone: 'error', text: failureText(error) });
      setBusy(false);
    }
  }

  return (
    <Part title="Sessions" explanation="Each one ends by itself a little over two hours after its login.">
      <Stack gap={5}>
        {request.status === 'loading' && <Skeleton height="8rem" />}
        {request.status === 'failed' && <RequestFailure error={request.error} retry={request.retry} />}
        {request.status === 'ready' && (
          <List>
            {request.data.sessions.map(({ id, userAgent, createdAt, current }) => (
              <li key={id}>
                <div>
                  <strong>{deviceName(userAgent)}</strong>
                  <time dateTime={createdAt}>since {since.format(new Date(createdAt))}</time>
                </div>
                {current && <Tag tone="success">This device</Tag>}
              </li>
            ))}
          </List>
        )}
        <div>
          <Button variant="secondary" busy={busy} onClick={() => void endAll()}>
            Sign out everywhere
          </Button>
        </div>
      </Stack>
    </Part>
  );
}
