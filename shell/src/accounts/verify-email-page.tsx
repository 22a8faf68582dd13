import { calls, messages, passwordError } from '@isa/api-contract';
import { ApiError, PageHead, paths, useHost, useSession } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Alert,
  Button,
  Caption,
  Cluster,
  Container,
  Heading,
  PasswordField,
  Section,
  Spinner,
  Stack,
  Text,
  TextLink,
} from '@isa/ui';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { failureText, isInvalidLink } from '../layout/failure-text';
import { AccountForm } from './account-form';
import { useAccountForm } from './use-account-form';

type Outcome = 'confirmed' | 'rejected' | 'invalid-link';

/**
 * The page that the confirmation e-mail links to: `/verify-email#<token>`. Opening it changes nothing, because mail
 * scanners open links and run scripts: the visitor presses a button, in a session of the account or with its password.
 */
export default function VerifyEmailPage() {
  const token = useLocation().hash.slice(1);
  const [outcome, setOutcome] = useState<Outcome | undefined>(token === '' ? 'invalid-link' : undefined);
  const [rejecting, setRejecting] = useState(false);
  const signedIn = useSession(({ status }) => status === 'in');

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
          <Caption>Personal file</Caption>
          <Heading level={1}>Confirm your e-mail</Heading>
          {outcome !== undefined && <Result outcome={outcome} />}
          {outcome === undefined && !rejecting && (
            <>
              <Confirmation token={token} onDone={setOutcome} />
              <Text muted>You did not create this account?</Text>
              <Cluster>
                <Button variant="secondary" size="small" onClick={() => setRejecting(true)}>
                  This wasn’t me
                </Button>
              </Cluster>
            </>
          )}
          {outcome === undefined && rejecting && (
            <Rejection token={token} onDone={setOutcome} onCancel={() => setRejecting(false)} />
          )}
          {outcome !== undefined && outcome !== 'rejected' && (
            <Cluster gap={3}>
              <Button as={Link} to={signedIn ? paths.myCourses : paths.login()} variant="secondary">
                {signedIn ? 'Online courses' : 'Log in'}
              </Button>
            </Cluster>
          )}
        </Stack>
      </Container>
    </Section>
  );
}

function Result({ outcome }: { readonly outcome: Outcome }) {
  switch (outcome) {
    case 'confirmed':
      return (
        <Alert tone="success" title="Your e-mail is confirmed.">
          Orders that were made with this address before now belong to your account.
        </Alert>
      );
    case 'rejected':
      return (
        <Alert tone="success" title="The account is deleted.">
          Nobody can log in to it any more. You need do nothing else.
        </Alert>
      );
    case 'invalid-link':
      return (
        <Alert tone="error" title="This link is no longer valid.">
          Ask for a new one on your{' '}
          <TextLink as={Link} to={paths.account}>
            account page
          </TextLink>
          . Nothing else is affected.
        </Alert>
      );
  }
}

interface StepProps {
  readonly token: string;
  readonly onDone: (outcome: Outcome) => void;
}

function failed(error: unknown, onDone: StepProps['onDone']): string | undefined {
  if (!isInvalidLink(error)) return failureText(error);
  onDone('invalid-link');
  return undefined;
}

/** A button in a session, and a password field without one or in the session of another account. */
function Confirmation({ token, onDone }: StepProps) {
  const status = useSession((session) => session.status);
  const [otherAccount, setOtherAccount] = useState(false);
  if (status === 'unknown' || status === 'checking')
    return <Spinner label="Checking your session…" showLabel />;
  return status === 'out' || otherAccount ? (
    <PasswordForm token={token} onDone={onDone} />
  ) : (
    <SessionForm token={token} onDone={onDone} onPasswordNeeded={() => setOtherAccount(true)} />
  );
}

function SessionForm({
  token,
  onDone,
  onPasswordNeeded,
}: StepProps & { readonly onPasswordNeeded: () => void }) {
  const { api } = useHost();
  const form = useAccountForm<never>({
    fields: [],
    async send(_valueOf, signal) {
      await api(calls.verifyEmail, { body: { token } }, { signal });
      onDone('confirmed');
    },
    failed(error) {
      if (!(error instanceof ApiError && error.id === 'password-needed')) return failed(error, onDone);
      onPasswordNeeded();
      return undefined;
    },
  });
  return (
    <AccountForm form={form} label="Confirm your e-mail" action="Confirm my address">
      <Text>Press the button to confirm that the address is yours.</Text>
    </AccountForm>
  );
}

function PasswordForm({ token, onDone }: StepProps) {
  const { api } = useHost();
  const form = useAccountForm({
    fields: [{ name: 'password', label: 'password', rule: passwordError }],
    async send(valueOf, signal) {
      await api(calls.verifyEmail, { body: { token, password: valueOf('password') } }, { signal });
      onDone('confirmed');
    },
    rejections: { 'invalid-credentials': ['password', messages.account.invalidCredentials] },
    failed: (error) => failed(error, onDone),
  });
  return (
    <AccountForm form={form} label="Confirm your e-mail" action="Confirm my address">
      <Text>Enter the password of the account that was created with this address.</Text>
      <PasswordField
        {...form.field('password')}
        label="Your password"
        autoComplete="current-password"
        required
      />
    </AccountForm>
  );
}

function Rejection({ token, onDone, onCancel }: StepProps & { readonly onCancel: () => void }) {
  const { api } = useHost();
  const form = useAccountForm<never>({
    fields: [],
    async send(_valueOf, signal) {
      await api(calls.rejectSignup, { body: { token } }, { signal });
      onDone('rejected');
    },
    failed: (error) => failed(error, onDone),
  });
  return (
    <>
      <AccountForm form={form} label="This wasn’t me" action="Delete this account">
        <Text>
          Somebody created an account with your address. Delete it, and they can no longer log in to it.
        </Text>
      </AccountForm>
      <Cluster>
        <Button variant="secondary" size="small" onClick={onCancel}>
          Keep it
        </Button>
      </Cluster>
    </>
  );
}
