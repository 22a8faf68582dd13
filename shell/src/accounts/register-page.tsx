import { calls, confirmationError, emailError, messages, nameError, passwordError } from '@isa/api-contract';
import { ApiError, paths, useHost } from '@isa/contract';
import { Alert, CheckboxField, Cluster, PasswordField, Stack, TextField, TextLink } from '@isa/ui';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { failureText } from '../layout/failure-text';
import { FormPage, useLeaveWhenSignedIn } from './form-page';
import { withNext } from './next-path';
import { SubmitButton } from './submit-button';
import { useAccountForm } from './use-account-form';

export default function RegisterPage() {
  const { api, toasts } = useHost();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  useLeaveWhenSignedIn();

  const form = useAccountForm({
    fields: [
      { name: 'username', label: 'user name', rule: nameError },
      { name: 'name', label: 'full name', rule: nameError },
      { name: 'email', label: 'e-mail', rule: emailError },
      { name: 'password', label: 'password', rule: passwordError },
      {
        name: 'confirmation',
        label: 'repeated password',
        rule: (value, valueOf) => confirmationError(valueOf('password'), value),
      },
      {
        name: 'terms',
        label: 'terms of service',
        rule: (value) => (value === '' ? messages.account.termsMissing : undefined),
      },
    ],
    async send(valueOf, signal) {
      setFailure(undefined);
      const email = valueOf('email').trim();
      await api(
        calls.signup,
        {
          body: {
            username: valueOf('username').trim(),
            name: valueOf('name').trim(),
            email,
            password: valueOf('password'),
          },
        },
        { signal },
      );
      toasts.show({ tone: 'success', text: 'Your account is ready. Please log in.' });
      await navigate(withNext(paths.login, search), { state: { email } });
    },
    failed(error, refuse) {
      if (error instanceof ApiError && error.id === 'already-registered') {
        refuse('email', messages.account.emailAlreadyRegistered);
      } else if (!(error instanceof ApiError && error.fieldErrors.length > 0)) {
        setFailure(failureText(error));
      }
    },
  });
  const terms = form.field('terms');

  return (
    <FormPage
      title="Register"
      lead="One account for your online courses and your orders."
      description="Create an account to buy and watch online courses."
      path={paths.register}
      seed={23}
      points={[
        'Needed for online courses; books can be bought without.',
        'Your password is kept only as a hash that nobody can read.',
        'Orders made earlier with the same e-mail join your account.',
      ]}
      below={
        <Cluster gap={2}>
          Already registered?
          <TextLink as={Link} to={withNext(paths.login, search)} mark="arrow">
            Log in
          </TextLink>
        </Cluster>
      }
    >
      <form {...form.formProps} aria-label="Register">
        <Stack gap={5}>
          {failure && <Alert tone="error">{failure}</Alert>}
          <TextField
            {...form.field('username')}
            label="User name"
            autoComplete="nickname"
            maxLength={60}
            required
          />
          <TextField {...form.field('name')} label="Full name" autoComplete="name" maxLength={120} required />
          <TextField
            {...form.field('email')}
            label="E-mail"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <PasswordField
            {...form.field('password')}
            label="Password"
            hint="At least 8 characters."
            autoComplete="new-password"
            required
          />
          <PasswordField
            {...form.field('confirmation')}
            label="Repeat password"
            autoComplete="new-password"
            required
          />
          <CheckboxField
            name={terms.name}
            error={terms.error}
            onChange={terms.onChange}
            checked={terms.value !== ''}
            required
            label={
              <>
                I accept the{' '}
                <TextLink as={Link} to={paths.legal('terms-and-conditions')} target="_blank">
                  Terms of service
                </TextLink>
              </>
            }
          />
          <SubmitButton form={form}>Register</SubmitButton>
        </Stack>
      </form>
    </FormPage>
  );
}
