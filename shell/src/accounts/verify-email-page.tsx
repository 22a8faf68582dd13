import { calls, messages } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { ApiError, useHost, useHydrated, useSession } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Alert, Button, Cluster, Skeleton, Spinner, Stack, Text, TextLink } from '@isa/ui';
import { Fragment, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { failureText, isInvalidLink } from '../layout/failure-text';
import { AccountForm } from './account-form';
import { CurrentPasswordField, passwordField } from './fields';
import { FormPage } from './form-page';
import { useAccountForm } from './use-account-form';

/** The start of a link's fragment, see `paths.confirmNewEmail`. */
const CHANGE = '#change=';

/**
 * Opening the page changes nothing, because mail scanners open links and run scripts: the visitor presses a
 * button, in a session of the account or with its password.
 */
export default function VerifyEmailPage() {
  const hydrated = useHydrated();
  return (
    <FormPage
      title="Confirm your email"
      lead="So that receipts and password links reach you and nobody else."
      description="Confirms the email address of your account."
      path={paths.verifyEmail()}
      picture="letter"
      points={[
        'Opening the link changes nothing until you press the button.',
        'Earlier orders placed with this address will appear in your account.',
        'No link? You can ask for another on your account page.',
      ]}
      link={null}
      next={null}
    >
      {/* At least as high as the skeleton, so that nothing below moves. */}
      <Stack gap={5} style={{ minHeight: '14rem' }}>
        {/* Only the browser knows the fragment, so it is read after hydration. */}
        {hydrated ? <MailLink /> : <Skeleton height="14rem" />}
      </Stack>
    </FormPage>
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
    setOutcome(rejecting ? 'invalid-rejection' : 'invalid-link');
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
          ? 'Didn’t ask for this? You can leave this page: nothing changes unless you press the button.'
          : 'Didn’t create this account?'}
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

interface StepProps {
  readonly token: string;
  readonly onDone: () => void;
  /** @returns the text to show in the form, if any. */
  readonly onFailure: (error: unknown) => string | undefined;
}

/** Confirms the address: a button in a session, and a password field without one or in the session of another account. */
function Confirmation({ token, onDone, onFailure }: StepProps) {
  const { api } = useHost();
  const status = useSession((session) => session.status);
  const [otherAccount, setOtherAccount] = useState(false);
  const withPassword = status === 'out' || otherAccount;
  const form = useAccountForm({
    fields: withPassword ? [passwordField] : [],
    async send(valueOf, signal) {
      const password = withPassword ? { password: valueOf('password') } : {};
      await api(calls.verifyEmail, { body: { token, ...password } }, { signal });
      onDone();
    },
    rejections: { 'invalid-credentials': ['password', messages.account.invalidCredentials] },
    failed(error) {
      const { id } = error instanceof ApiError ? error : {};
      if (id === 'already-registered')
        return 'Another account has this address already. Nothing was changed.';
      if (id !== 'password-needed') return onFailure(error);
      setOtherAccount(true);
      return undefined;
    },
  });
  if (status === 'unknown' || status === 'checking')
    return <Spinner label="Checking your session…" showLabel />;
  return (
    <AccountForm form={form} label="Confirm your email" action="Confirm my address">
      <Text>
        {withPassword
          ? 'Enter the password of the account this message is about.'
          : 'Press the button to confirm that the address is yours.'}
      </Text>
      {withPassword && <CurrentPasswordField form={form} name="password" label="Your password" />}
    </AccountForm>
  );
}

/** Deletes an account that another person created with the address. */
function Rejection({ token, onDone, onFailure, onCancel }: StepProps & { readonly onCancel: () => void }) {
  const { api } = useHost();
  const form = useAccountForm<never>({
    fields: [],
    async send(_valueOf, signal) {
      await api(calls.rejectSignup, { body: { token } }, { signal });
      onDone();
    },
    failed: onFailure,
  });
  return (
    <AccountForm
      form={form}
      label="This wasn’t me"
      action="Delete this account"
      onCancel={onCancel}
      cancelLabel="Keep it"
    >
      <Text>
        If someone else created an account with your address, delete it and they will no longer be able to log
        in.
      </Text>
    </AccountForm>
  );
}

const results = {
  confirmed: [
    'Your email is confirmed.',
    'Orders that you placed with this address earlier are now in your account.',
  ],
  changed: [
    'Your new email is confirmed.',
    'Please log in with it from now on. Your other devices have been logged out.',
  ],
  rejected: [
    'The account has been deleted.',
    'Nobody can log in to it any more. There is nothing else you need to do.',
  ],
  'invalid-link': [
    'This link is no longer valid.',
    <Fragment key="new">
      If you have confirmed with it before, your address is confirmed. Otherwise ask for a new one on your{' '}
      <TextLink as={Link} to={paths.account}>
        account page
      </TextLink>
      .
    </Fragment>,
  ],
  'invalid-rejection': [
    'This link is no longer valid.',
    <Fragment key="new">
      If you have deleted the account with it before, there is nothing else you need to do. Otherwise{' '}
      <TextLink as={Link} to={paths.forgotPassword}>
        choose a new password
      </TextLink>{' '}
      for the account, and nobody else will be able to log in to it.
    </Fragment>,
  ],
} as const;
type Outcome = keyof typeof results;

function Result({ outcome }: { readonly outcome: Outcome }) {
  const signedIn = useSession(({ status }) => status === 'in');
  const [title, text] = results[outcome];
  return (
    <>
      <Alert tone={outcome.startsWith('invalid') ? 'error' : 'success'} title={title}>
        {text}
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
