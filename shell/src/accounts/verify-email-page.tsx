import { PageHead, paths, useHydrated, useSession } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Alert,
  Button,
  Cluster,
  Container,
  Heading,
  NeedsScripts,
  Section,
  Skeleton,
  Stack,
  Text,
  TextLink,
} from '@isa/ui';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { failureText, isInvalidLink } from '../layout/failure-text';
import { Confirmation, Rejection } from './verify-email-forms';

type Outcome = 'confirmed' | 'changed' | 'rejected' | 'invalid-link';

/** How the links of `paths.confirmNewEmail` begin. */
const CHANGE = '#change=';

/**
 * The page that the e-mails for a first and for a new address link to. Opening it changes nothing, because mail scanners
 * open links and run scripts: the visitor presses a button, in a session of the account or with its password.
 */
export default function VerifyEmailPage() {
  const hydrated = useHydrated();
  return (
    <Section tone="paper">
      <PageHead
        title="Confirm your e-mail"
        description="Confirms the e-mail address of your account."
        path={paths.verifyEmail()}
        noIndex
      />
      <Container width="text">
        <Stack gap={5}>
          <Heading level={1}>Confirm your e-mail</Heading>
          <NeedsScripts />
          {/* Servers never see the fragment. */}
          {hydrated ? <MailLink /> : <Skeleton height="12rem" />}
        </Stack>
      </Container>
    </Section>
  );
}

function MailLink() {
  const { hash } = useLocation();
  const changing = hash.startsWith(CHANGE);
  const token = hash.slice(changing ? CHANGE.length : 1);
  const [outcome, setOutcome] = useState<Outcome | undefined>(token === '' ? 'invalid-link' : undefined);
  const [rejecting, setRejecting] = useState(false);
  const onFailure = (error: unknown) => {
    if (!isInvalidLink(error)) return failureText(error);
    setOutcome('invalid-link');
    return undefined;
  };

  if (outcome !== undefined) return <Result outcome={outcome} />;
  return rejecting ? (
    <Rejection
      token={token}
      onDone={() => setOutcome('rejected')}
      onFailure={onFailure}
      onCancel={() => setRejecting(false)}
    />
  ) : (
    <>
      <Confirmation
        token={token}
        onDone={() => setOutcome(changing ? 'changed' : 'confirmed')}
        onFailure={onFailure}
      />
      <Text muted>
        {changing
          ? 'You did not ask for this? Do nothing: without the button nothing changes.'
          : 'You did not create this account?'}
      </Text>
      {!changing && (
        <Cluster>
          <Button variant="secondary" size="small" onClick={() => setRejecting(true)}>
            This wasn’t me
          </Button>
        </Cluster>
      )}
    </>
  );
}

function Result({ outcome }: { readonly outcome: Outcome }) {
  const signedIn = useSession(({ status }) => status === 'in');
  return (
    <>
      <Alert tone={outcome === 'invalid-link' ? 'error' : 'success'} title={titles[outcome]}>
        {outcome === 'invalid-link' ? <InvalidLink /> : texts[outcome]}
      </Alert>
      {outcome !== 'rejected' && (
        <Cluster>
          <Button as={Link} to={signedIn ? paths.myCourses : paths.login()} variant="secondary">
            {signedIn ? 'Online courses' : 'Log in'}
          </Button>
        </Cluster>
      )}
    </>
  );
}

const titles = {
  confirmed: 'Your e-mail is confirmed.',
  changed: 'Your new e-mail is confirmed.',
  rejected: 'The account is deleted.',
  'invalid-link': 'This link is no longer valid.',
} as const;

const texts = {
  confirmed: 'Orders that were made with this address before now belong to your account.',
  changed: 'Log in with it from now on. Your other devices are logged out.',
  rejected: 'Nobody can log in to it any more. You need do nothing else.',
} as const;

function InvalidLink() {
  return (
    <>
      Ask for a new one on your{' '}
      <TextLink as={Link} to={paths.account}>
        account page
      </TextLink>
      . Nothing else is affected.
    </>
  );
}
