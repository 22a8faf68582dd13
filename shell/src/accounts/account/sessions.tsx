import { calls } from '@isa/api-contract';
import { useHost, useRequest } from '@isa/contract';
import { Button, RetryAlert, Skeleton, Stack, Tag, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { failureText } from '../../layout/failure-text';
import { useAction } from '../../layout/use-action';
import { AccountSection } from './account-section';
import { deviceName } from './device-name';

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

/** The account's sessions and a button that ends all of them. */
export function Sessions() {
  const { api, session, toasts } = useHost();
  const { status, data, error, retry } = useRequest('sessions', (signal) =>
    api(calls.listSessions, {}, { signal }),
  );
  const { busy, run: endAll } = useAction(async () => {
    await api(calls.endAllSessions, { body: {} });
    toasts.show({ tone: 'success', text: 'You are logged out on all devices.' });
    session.expired();
  });

  return (
    <AccountSection
      title="Sessions"
      explanation="Each one ends by itself a little over two hours after its login."
    >
      <Stack gap={5}>
        {status === 'loading' && <Skeleton height="8rem" />}
        {status === 'failed' && <RetryAlert retry={retry}>{failureText(error)}</RetryAlert>}
        {status === 'ready' && (
          <List>
            {data.sessions.map(({ id, userAgent, createdAt, current }) => (
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
          <Button variant="secondary" busy={busy} onClick={endAll}>
            Sign out everywhere
          </Button>
        </div>
      </Stack>
    </AccountSection>
  );
}
