import { type Account, calls } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { PageHead, useHost, useRequest, useSession } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Band,
  Button,
  Caption,
  Cluster,
  Columns,
  EmailAddress,
  surface,
  Heading,
  Lead,
  media,
  NeedsScripts,
  RetryAlert,
  Skeleton,
  Stack,
  Tag,
  TextLink,
  tokens,
} from '@isa/ui';
import { PageArt } from '@isa/ui/art';
import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { loadFailureText } from '../../layout/failure-text';
import { useAction } from '../../layout/use-action';
import { Group, SectionFrame, SettingsGroup, Sheet } from './account-section';
import { Details } from './details';
import { NewPassword } from './new-password';
import { Passkeys } from './passkeys';
import { PersonalData } from './personal-data';
import { HasPasskey } from './reauthentication-form';
import { Sessions } from './sessions';

/** The page `/account`: details, password, passkeys, sessions and data of the customer. */
export default function AccountPage() {
  const { api } = useHost();
  const status = useSession((session) => session.status);
  const signedIn = status === 'in';
  const request = useRequest(signedIn ? 'account' : undefined, (signal) =>
    api(calls.readAccount, {}, { signal }),
  );
  const passkeys = useRequest(signedIn ? 'passkeys' : undefined, (signal) =>
    api(calls.listPasskeys, {}, { signal }),
  );
  const [changed, setChanged] = useState<Account>();
  const account = changed ?? request.data?.account;
  if (status === 'out') return <Navigate to={paths.login(paths.account)} replace />;
  return (
    <Band tone="paper" space="small">
      <PageHead
        title="Your account"
        description="Your details, sessions and data."
        path={paths.account}
        noIndex
      />
      <Panel from="lg" widths="1fr 26rem" gap={10} align="center">
        <Stack gap={4}>
          <Caption tone="accent">Personal file</Caption>
          <Heading level={1}>Your account</Heading>
          <NeedsScripts />
          {account && (
            <>
              <Lead>
                <EmailAddress>{account.email}</EmailAddress>
              </Lead>
              <Cluster gap={3}>
                <Verification account={account} />
              </Cluster>
            </>
          )}
          {!account && request.status === 'failed' && (
            <RetryAlert retry={request.retry}>{loadFailureText(request.error)}</RetryAlert>
          )}
          {!account && request.status !== 'failed' && (
            <Stack
              gap={3}
              role="status"
              aria-busy="true"
              aria-label="Reading your account"
              data-isa-scripts-only
            >
              <Skeleton width="min(18rem, 80%)" height="2.1rem" />
              <Skeleton width="9rem" height="2.25rem" />
            </Stack>
          )}
          <Cluster gap={6}>
            <TextLink as={Link} to={paths.myCourses} mark="arrow">
              Online courses
            </TextLink>
            <TextLink as={Link} to={paths.myOrders} mark="arrow">
              Orders
            </TextLink>
          </Cluster>
        </Stack>
        <Picture>
          <PageArt name="pass" />
        </Picture>
      </Panel>
      {account ? (
        <HasPasskey value={(passkeys.data?.passkeys.length ?? 0) > 0}>
          <SettingsGroup title="About you">
            <Details account={account} onChange={setChanged} />
          </SettingsGroup>
          <SettingsGroup title="How you log in">
            <NewPassword email={account.email} />
            <Passkeys request={passkeys} />
            <Sessions />
          </SettingsGroup>
          <PersonalData />
        </HasPasskey>
      ) : (
        request.status !== 'failed' && <SectionShapes />
      )}
    </Band>
  );
}

const Panel = styled(Columns)`
  ${surface('ink')}
  padding: clamp(${tokens.space(6)}, 4vw, ${tokens.space(12)});
  border-radius: ${tokens.radiusLarge};
  overflow-wrap: anywhere;
`;

const Picture = styled.div`
  ${media.down('lg')} {
    display: none;
  }
`;

/** The shapes of the first sections, with their sizes. */
function SectionShapes() {
  return (
    <div aria-hidden="true" data-isa-scripts-only>
      {[18, 31].map((rem) => (
        <Group key={rem}>
          <Skeleton width="12rem" height="2.25rem" />
          <Sheet>
            <SectionFrame as="div">
              <Skeleton height="1.5rem" />
              <Skeleton height={`${rem}rem`} />
            </SectionFrame>
          </Sheet>
        </Group>
      ))}
    </div>
  );
}

/** Says whether the email is confirmed, and offers to send the confirmation link again. */
function Verification({ account }: { readonly account: Account }) {
  const { api, toasts } = useHost();
  const [sent, setSent] = useState(false);
  const { busy, run } = useAction(async () => {
    await api(calls.sendVerification, { body: {} });
    setSent(true);
    toasts.show({
      tone: 'success',
      text: `A link to confirm your address is on its way to ${account.email}.`,
    });
  });
  if (account.emailVerified) return <Tag tone="success">Email confirmed</Tag>;

  return (
    <>
      <Tag>Email not confirmed</Tag>
      <Button size="small" variant="secondary" busy={busy} disabled={sent} onClick={run}>
        {sent ? 'Link sent' : 'Send the link again'}
      </Button>
    </>
  );
}
