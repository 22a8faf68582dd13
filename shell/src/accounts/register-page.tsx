import { calls, emailError, messages, nameError, repeatable, usernameError } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { ApiError, useHost } from '@isa/contract';
import { Link, useNavigate } from '@isa/contract/router';
import { CheckboxField, Cluster, TextLink, tokens } from '@isa/ui';
import { useState } from 'react';
import { styled } from 'styled-components';
import { failureText } from '../layout/failure-text';
import { AccountForm } from './account-form';
import { confirmationOf, EmailField, NameFields, NewPasswordFields, passwordField } from './fields';
import { FormPage, useNextPath } from './form-page';
import { useAccountForm } from './use-account-form';

/** Two fields, alongside each other where there is room. */
const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr));
  gap: ${tokens.space(5)};
`;

export default function RegisterPage() {
  const { api } = useHost();
  const next = useNextPath();
  const navigate = useNavigate();
  const [withId] = useState(repeatable);

  const form = useAccountForm({
    fields: [
      { name: 'username', label: 'user name', rule: usernameError },
      { name: 'name', label: 'full name', rule: nameError },
      { name: 'email', label: 'email', rule: emailError },
      passwordField,
      confirmationOf('password', 'repeated password'),
      {
        name: 'terms',
        label: 'terms of service',
        rule: (value) => (value === '' ? messages.account.termsMissing : undefined),
      },
    ],
    async send(valueOf, signal) {
      const email = valueOf('email').trim();
      await api(
        calls.signup,
        {
          body: withId({
            username: valueOf('username').trim(),
            name: valueOf('name').trim(),
            email,
            password: valueOf('password'),
          }),
        },
        { signal },
      );
      await navigate(paths.login(next), {
        state: { email, notice: 'Your account is ready. Please log in.' },
      });
    },
    rejections: { 'already-registered': ['email', messages.account.emailAlreadyRegistered] },
    failed(error) {
      const isShownAtField = error instanceof ApiError && error.fieldErrors.length > 0;
      return isShownAtField ? undefined : failureText(error);
    },
  });
  const terms = form.field('terms');

  return (
    <FormPage
      title="Register"
      lead="One account for your online courses and your orders."
      description="Create an account to buy and watch online courses."
      path={paths.register()}
      picture="pass"
      points={[
        'All 33 lessons for £77, once, without a subscription.',
        'Follow every order, and find its receipt.',
        'Watch on any device, and continue on another.',
      ]}
      link={
        <Cluster gap={2}>
          Already registered?
          <TextLink as={Link} to={paths.login(next)} mark="arrow">
            Log in
          </TextLink>
        </Cluster>
      }
    >
      <AccountForm form={form} label="Register" action="Register">
        <Pair>
          <NameFields form={form} />
        </Pair>
        <EmailField form={form} name="email" autoComplete="email" />
        <Pair>
          <NewPasswordFields form={form} name="password" label="Password" confirmation="Repeat password" />
        </Pair>
        <CheckboxField
          name={terms.name}
          error={terms.error}
          onChange={terms.onChange}
          defaultChecked={terms.defaultValue !== ''}
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
      </AccountForm>
    </FormPage>
  );
}
