import { type Account, calls } from '@isa/api-contract';
import { PageHead, paths, useHost, useRequest, useSession } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Button,
  Caption,
  Cluster,
  Container,
  Heading,
  Lead,
  NeedsScripts,
  RetryAlert,
  Section,
  Skeleton,
  Stack,
  Tag,
  TextLink,
  tokens,
} from '@isa/ui';
import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { loadFailureText } from '../../layout/failure-text';
import { useAction } from '../../layout/use-action';
import { SectionFrame } from './account-section';
import { Details } from './details';
import { NewPassword } from './new-password';
import { Passkeys } from './passkeys';
import { PersonalData } from './personal-data';
import { HasPasskey } from './proof-form';
import { Sessions } from './sessions';

/** `/account`: details, password, passkeys, sessions and data of the customer. */
export default function AccountPage() {
  const status = useSession((session) => session.status);
  return (
    <Section tone="paper" space="small">
      <PageHead
        title="Your account"
        description="Your details, sessions and data."
        path={paths.account}
        noIndex
      />
      <Container>
        <Stack gap={3}>
          <Caption>Personal file</Caption>
          <Heading level={1}>Your account</Heading>
          <NeedsScripts />
          {status === 'in' && <Content />}
          {(status === 'unknown' || status === 'checking') && <Placeholder />}
          {status === 'out' && <Navigate to={paths.login(paths.account)} replace />}
        </Stack>
      </Container>
    </Section>
  );
}

const Links = styled(Cluster)`
  padding-block: ${tokens.space(3)} ${tokens.space(6)};
`;

/** Without scripts nothing will load. */
const Shapes = styled(Stack)`
  @media (scripting: none) {
    display: none;
  }
`;

/** The account's first sections, with the sizes of `Content`. */
function Placeholder() {
  return (
    <Shapes gap={3} role="status" aria-busy="true" aria-label="Reading your account">
      <Skeleton width="min(18rem, 80%)" height="1.9rem" />
      <Skeleton width="9rem" height="1.9rem" />
      <Skeleton width="14rem" height="3.5rem" />
      {[26, 31].map((rem) => (
        <SectionFrame as="div" key={rem}>
          <Skeleton height="6rem" />
          <Skeleton height={`${rem}rem`} />
        </SectionFrame>
      ))}
    </Shapes>
  );
}

function Content() {
  const { api } = useHost();
  const request = useRequest('account', (signal) => api(calls.readAccount, {}, { signal }));
  const passkeys = useRequest('passkeys', (signal) => api(calls.listPasskeys, {}, { signal }));
  const [changed, setChanged] = useState<Account>();
  if (request.status === 'failed')
    return <RetryAlert retry={request.retry}>{loadFailureText(request.error)}</RetryAlert>;
  if (request.status !== 'ready') return <Placeholder />;
  const account = changed ?? request.data.account;
  return (
    <>
      <Lead>{account.email}</Lead>
      <Cluster gap={3}>
        <Verification account={account} />
      </Cluster>
      <Links gap={6}>
        <TextLink as={Link} to={paths.myCourses} mark="arrow">
          Online courses
        </TextLink>
        <TextLink as={Link} to={paths.myOrders} mark="arrow">
          Orders
        </TextLink>
      </Links>
      <HasPasskey value={(passkeys.data?.passkeys.length ?? 0) > 0}>
        <div>
          <Details account={account} onChange={setChanged} />
          <NewPassword email={account.email} />
          <Passkeys request={passkeys} />
          <Sessions />
          <PersonalData />
        </div>
      </HasPasskey>
    </>
  );
}

/** Whether the e-mail is confirmed, with a button that sends the confirmation link again. */
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
  if (account.emailVerified) return <Tag tone="success">E-mail confirmed</Tag>;

  return (
    <>
      <Tag>E-mail not confirmed</Tag>
      <Button size="small" variant="secondary" busy={busy} disabled={sent} onClick={run}>
        {sent ? 'Link sent' : 'Send the link again'}
      </Button>
    </>
  );
}
