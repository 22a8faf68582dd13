import { emailError, messages } from '@isa/api-contract';
import { paths, useHost, useHydrated } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Button, CheckboxField, Cluster, Icon, PasswordField, Stack, Text, TextLink } from '@isa/ui';
import { useCallback, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { specificFailureText } from '../layout/failure-text';
import { AccountForm } from './account-form';
import { EmailField, passwordField } from './fields';
import { FormPage, useNextPath } from './form-page';
import { supportsPasskeys } from './passkeys';
import { useAccountForm } from './use-account-form';
import { usePasskeyLogIn } from './use-passkey-log-in';

/** Keeps its space where it is hidden, so that nothing moves when a browser without passkeys hydrates the page. */
const PasskeyOption = styled(Stack)<{ readonly $hidden: boolean }>`
  ${({ $hidden }) => $hidden && 'visibility: hidden;'}
  text-align: center;
`;

export default function LoginPage() {
  const { session } = useHost();
  const hydrated = useHydrated();
  // After a reload the state is known, but not to the prerendered page.
  const location = useLocation();
  const initialEmail = hydrated ? emailFrom(location.state) : undefined;
  const [remember, setRemember] = useState(true);
  // The visitor may have changed the box before the page was hydrated.
  const attachRemember = useCallback((box: HTMLInputElement | null) => {
    if (box) setRemember(box.checked);
  }, []);
  const next = useNextPath();

  const form = useAccountForm({
    fields: [{ name: 'email', label: 'e-mail', rule: emailError, initial: initialEmail }, passwordField],
    async send(valueOf) {
      await session.logIn({ email: valueOf('email').trim(), password: valueOf('password'), remember });
    },
    // The specification has one message for all failed logins; failures that the visitor can act on have their own.
    failed: (error) => specificFailureText(error) ?? messages.account.invalidCredentials,
  });
  const passkey = usePasskeyLogIn({ remember, paused: form.busy, onFailure: form.setFailure });

  return (
    <FormPage
      title="Log in"
      lead="Your courses, exactly where you left them."
      description="Log in to watch your online courses."
      path={paths.login()}
      next={next}
      lessons={[12, 24, 20, 29]}
      points={[
        'Go on with a lesson at the second where you stopped.',
        'Find every order with its receipt.',
        'See what you have watched, on each of your devices.',
      ]}
      link={
        <Cluster gap={2}>
          New here?
          <TextLink as={Link} to={paths.register(next)} mark="arrow">
            Register
          </TextLink>
        </Cluster>
      }
    >
      <Stack gap={3}>
        <AccountForm form={form} label="Log in" action="Login">
          <EmailField form={form} autoComplete="username webauthn" />
          <PasswordField
            {...form.field('password')}
            label="Password"
            autoComplete="current-password"
            required
          />
          <Cluster justify="space-between" gap={3}>
            <CheckboxField
              label="Remember me"
              name="remember"
              ref={attachRemember}
              checked={remember}
              onChange={({ target }) => setRemember(target.checked)}
            />
            <TextLink as={Link} to={paths.forgotPassword}>
              Forgotten your password?
            </TextLink>
          </Cluster>
        </AccountForm>
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
    </FormPage>
  );
}

/** The e-mail that the visitor has just registered, from the location's state. */
function emailFrom(state: unknown): string | undefined {
  const email: unknown = typeof state === 'object' && state !== null && 'email' in state ? state.email : '';
  return typeof email === 'string' ? email : undefined;
}
