import { emailError, messages } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { ApiError, isRecord, useHost, useHydrated } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Alert, Button, Cluster, Icon, Stack, Text, TextLink } from '@isa/ui';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { specificFailureText } from '../layout/failure-text';
import { AccountForm } from './account-form';
import { CurrentPasswordField, EmailField, passwordField, RememberField, useRemember } from './fields';
import { FormPage, useNextPath } from './form-page';
import { LinkLogIn, LogInLinkOffer } from './log-in-link';
import { supportsPasskeys } from './passkeys';
import { useAccountForm } from './use-account-form';
import { usePasskeyLogIn } from './use-passkey-log-in';

/** The button for passkeys keeps its space while it is hidden, so that hydration moves nothing. */
const PasskeyOption = styled(Stack)<{ readonly $hidden: boolean }>`
  ${({ $hidden }) => $hidden && 'visibility: hidden;'}
  text-align: center;
  > p {
    max-width: none;
  }
`;

/** The start of a link's fragment, see `paths.logInLink`. */
const LINK = '#link=';

export default function LoginPage() {
  // Only the browser knows the fragment, so it is read after hydration.
  const hydrated = useHydrated();
  const { hash } = useLocation();
  const link = hydrated && hash.startsWith(LINK) ? hash.slice(LINK.length) : undefined;
  const next = useNextPath();
  return (
    <FormPage
      title="Log in"
      lead="Your orders and your lessons in one place."
      description="Log in to your orders and online courses."
      path={paths.login()}
      next={next}
      picture="study"
      points={[
        'Follow every order, and find its receipt.',
        'Your lessons open here as they are published.',
        'Watch on any device, and continue on another.',
      ]}
      link={
        <Stack gap={3}>
          <Cluster gap={2}>
            New here?
            <TextLink as={Link} to={paths.register(next)} mark="arrow">
              Register
            </TextLink>
          </Cluster>
          {next === paths.myOrders && (
            <Text size="small" muted>
              You bought without an account? The link in our email opens your order. If you register with the
              email address that you have at PayPal, your orders appear here once you have confirmed it.
            </Text>
          )}
        </Stack>
      }
    >
      {link === undefined ? <LogIn /> : <LinkLogIn key={link} link={link} />}
    </FormPage>
  );
}

/** The specified message, and what to do about it. */
function InvalidCredentials() {
  return (
    <>
      <p>
        <strong>This email and this password do not belong together.</strong>{' '}
        <span>Please try again, or </span>
        <TextLink as={Link} to={paths.forgotPassword}>
          choose a new password
        </TextLink>
        <span>.</span>
      </p>
      <Text size="small" muted>
        {messages.account.invalidCredentials}
      </Text>
    </>
  );
}

/** Logs in by password, by passkey, or by a link where the password has to wait. */
function LogIn() {
  const { session } = useHost();
  const hydrated = useHydrated();
  // A reloaded page knows the location's state, which the prerendered page did not have.
  const state: unknown = useLocation().state;
  const { email: registered, notice: said } = hydrated && isRecord(state) ? state : {};
  // It stays while the visitor is on this page, and does not come back with a reload.
  const [notice] = useState(said);
  const remember = useRemember();
  const [delayed, setDelayed] = useState(false);

  const form = useAccountForm({
    fields: [
      {
        name: 'email',
        label: 'email',
        rule: emailError,
        initial: typeof registered === 'string' ? registered : undefined,
      },
      passwordField,
    ],
    async send(valueOf) {
      await session.logIn({
        email: valueOf('email').trim(),
        password: valueOf('password'),
        remember: remember.checked,
      });
    },
    failed(error) {
      if (error instanceof ApiError && error.id === 'too-many-requests') setDelayed(true);
      // The specification has one message for all failed logins; failures that the visitor can act on have their own.
      return error instanceof ApiError && error.id === 'invalid-credentials' ? (
        <InvalidCredentials />
      ) : (
        (specificFailureText(error) ?? messages.account.invalidCredentials)
      );
    },
  });
  const passkey = usePasskeyLogIn({
    remember: remember.checked,
    paused: form.busy,
    onFailure: form.setFailure,
  });

  return (
    <Stack gap={3}>
      {typeof notice === 'string' && <Alert tone="success">{notice}</Alert>}
      <AccountForm form={form} label="Log in" action="Login">
        <EmailField form={form} name="email" autoComplete="username webauthn" />
        <CurrentPasswordField form={form} name="password" label="Password" />
        <Cluster justify="space-between" gap={3}>
          <RememberField {...remember} />
          <TextLink as={Link} to={paths.forgotPassword}>
            Forgotten your password?
          </TextLink>
        </Cluster>
      </AccountForm>
      {delayed && <LogInLinkOffer email={form.valueOf('email').trim()} />}
      <PasskeyOption gap={3} $hidden={hydrated && !supportsPasskeys()}>
        <Text size="small" muted>
          or
        </Text>
        <Button
          type="button"
          variant="secondary"
          size="large"
          wide
          busy={passkey.busy}
          disabled={form.busy}
          onClick={passkey.run}
        >
          <Icon name="key" />
          Continue with a passkey
        </Button>
      </PasskeyOption>
    </Stack>
  );
}
