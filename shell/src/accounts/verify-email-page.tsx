import { calls } from '@isa/api-contract';
import { PageHead, paths, useHost, useSession } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Alert,
  Button,
  Caption,
  Cluster,
  Container,
  Heading,
  Section,
  Spinner,
  Stack,
  TextLink,
} from '@isa/ui';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { failureText, isDeadLink } from '../layout/failure-text';

type State =
  { readonly step: 'asking' | 'done' | 'dead' } | { readonly step: 'failed'; readonly text: string };

/** Where the link of the confirmation mail leads: `/verify-email#<token>`. */
export default function VerifyEmailPage() {
  const { api } = useHost();
  const { hash } = useLocation();
  const signedIn = useSession(({ status }) => status === 'in');
  const [state, setState] = useState<State>({ step: 'asking' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    // One turn later: a page that is drawn twice in development must not spend the token on its first drawing.
    const timer = setTimeout(() => {
      const token = hash.slice(1);
      if (token === '') return setState({ step: 'dead' });
      api(calls.verifyEmail, { body: { token } }, { signal: controller.signal }).then(
        () => setState({ step: 'done' }),
        (error: unknown) => {
          if (!controller.signal.aborted)
            setState(isDeadLink(error) ? { step: 'dead' } : { step: 'failed', text: failureText(error) });
        },
      );
    });
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [api, hash, attempt]);

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
          {state.step === 'asking' && <Spinner label="Confirming your address…" showLabel />}
          {state.step === 'done' && (
            <Alert tone="success" title="Your e-mail is confirmed.">
              Orders that were made with this address before now belong to your account.
            </Alert>
          )}
          {state.step === 'dead' && (
            <Alert tone="error" title="This link is no longer valid.">
              Ask for a new one on your{' '}
              <TextLink as={Link} to={paths.account}>
                account page
              </TextLink>
              . Nothing else is affected.
            </Alert>
          )}
          {state.step === 'failed' && (
            <Alert
              tone="error"
              action={
                <Button
                  size="small"
                  variant="secondary"
                  onClick={() => {
                    setState({ step: 'asking' });
                    setAttempt(attempt + 1);
                  }}
                >
                  Try again
                </Button>
              }
            >
              {state.text}
            </Alert>
          )}
          <Cluster gap={3}>
            <Button as={Link} to={signedIn ? paths.myCourses : paths.login()} variant="secondary">
              {signedIn ? 'Online courses' : 'Log in'}
            </Button>
          </Cluster>
        </Stack>
      </Container>
    </Section>
  );
}
