import { type CallOutput, calls, messages } from '@isa/api-contract';
import { answer } from '@isa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { renderShell } from '../testing/render-shell';
import { button, failing, field, fill, content, message } from './testing/account-forms';

const { account } = messages;
type User = Awaited<ReturnType<typeof renderShell>>['user'];

describe('the register page', () => {
  async function fillIn(user: User) {
    fill('User name', 'ada');
    fill('Full name', 'Ada Agent');
    fill('Email', 'ada@academy.test');
    fill('Password', 'correct horse');
    fill('Repeat password', 'correct horse');
    await user.click(field('I accept'));
  }
  async function register(
    respond: () => CallOutput<'signup'> | Promise<CallOutput<'signup'>>,
    address = '/register',
  ) {
    const shell = await renderShell(address, { answers: [answer(calls.signup, respond)] });
    await fillIn(shell.user);
    await shell.user.click(button('Register'));
    return shell;
  }

  it.each([
    ['User name', 'al', account.nameTooShort],
    ['User name', 'agent7', account.nameHasNumber],
    ['Full name', 'Al', account.nameTooShort],
    ['Full name', 'Agent 47', account.nameHasNumber],
    ['Email', 'ada@academy', account.emailInvalid],
    ['Password', '1234567', account.passwordTooShort],
    ['Repeat password', 'different', account.passwordsDiffer],
  ])('checks %s on each change: %j gives %j', async (label, value, error) => {
    const { user } = await renderShell('/register');
    await user.type(field(label), value);
    expect(message(error)).toBeVisible();
    expect(field(label)).toBeInvalid();
    expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(error));
    expect(button('Register')).toBeDisabled();
  });

  it('checks the confirmation again when the password changes', async () => {
    const { user } = await renderShell('/register');
    await fillIn(user);
    await user.type(field('Password'), '!');
    expect(message(account.passwordsDiffer)).toBeVisible();
    expect(button('Register')).toBeDisabled();
  });

  it('shows the errors of all fields when Register is pressed while disabled', async () => {
    const { user } = await renderShell('/register');
    const disabled = button('Register');
    expect(disabled).toBeDisabled();
    await user.click(disabled.parentElement ?? disabled);
    expect(content().getAllByText(account.nameTooShort)).toHaveLength(2);
    for (const error of [account.emailInvalid, account.passwordTooShort, account.termsMissing]) {
      expect(message(error)).toBeVisible();
    }
    expect(field('Password')).toHaveAccessibleDescription(
      'Password is too short or empty! At least 8 characters.',
    );
    expect(disabled).toHaveAccessibleDescription('Please correct the marked fields.');
    expect(field('User name')).toHaveFocus();
  });

  it('asks for the correction of marked fields, and names the others that are needed', async () => {
    const { user } = await renderShell('/register');
    await user.type(field('User name'), 'al');
    fill('Full name', 'Ada Agent');
    fill('Email', 'ada@academy.test');
    expect(button('Register')).toHaveAccessibleDescription(
      'Please correct the marked fields. Also needed: password, repeated password, terms of service.',
    );
  });

  it('shows the errors of all fields on Enter', async () => {
    const { user } = await renderShell('/register');
    await user.type(field('User name'), 'ada{Enter}');
    expect(message(account.termsMissing)).toBeVisible();
    expect(field('Full name')).toHaveFocus();
  });

  it('requires the terms and links them', async () => {
    const { user } = await renderShell('/register');
    await fillIn(user);
    expect(button('Register')).toBeEnabled();
    await user.click(field('I accept'));
    expect(message(account.termsMissing)).toBeVisible();
    expect(button('Register')).toBeDisabled();
    expect(screen.getByRole('link', { name: 'Terms of service' })).toHaveAttribute(
      'href',
      '/terms-and-conditions',
    );
  });

  it('shows that the email is registered, until it is changed', async () => {
    const { user } = await register(failing('already-registered'));
    expect(await screen.findByText('This email is already registered.')).toBeVisible();
    expect(field('Email')).toBeInvalid();
    expect(field('Email')).toHaveFocus();
    expect(field('User name')).toHaveValue('ada');
    expect(field('Password')).toHaveValue('correct horse');
    expect(button('Register')).toBeDisabled();
    await user.type(field('Email'), '.uk');
    expect(message('This email is already registered.')).not.toBeInTheDocument();
    expect(button('Register')).toBeEnabled();
  });

  it('shows the API’s field errors at their fields', async () => {
    const fieldErrors = [{ path: 'body.name', message: 'This name cannot be used.' }];
    await register(failing('invalid-request', { fieldErrors }));
    await waitFor(() => expect(field('Full name')).toHaveAccessibleDescription('This name cannot be used.'));
  });

  it('retains all values without a connection and can be sent again', async () => {
    let online = false;
    const { user, router, fake } = await register(() => (online ? { message: 'ok' } : failing('network')()));
    expect(await screen.findByRole('alert')).toHaveTextContent('could not be reached');
    online = true;
    await user.click(button('Register'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    // The API recognises the request by its id, and accepts it if only the first answer was lost.
    const [first, again] = fake.sent;
    expect(again).toEqual(first);
    expect(JSON.stringify(first)).toContain('requestId');
  });

  it('is sent once when the button is pressed twice', async () => {
    let respond: () => void = () => undefined;
    const { user, fake } = await register(
      () => new Promise((resolve) => (respond = () => resolve({ message: 'ok' }))),
    );
    expect(button('Register')).toHaveAttribute('aria-busy', 'true');
    await user.click(button('Register'));
    expect(fake.sent).toHaveLength(1);
    respond();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Log in'));
  });

  it('leads to the login with a notice, the email and the `next` path', async () => {
    const { router, fake } = await register(() => ({ message: 'ok' }), '/register?next=%2Fisa-basket');
    await waitFor(() => expect(field('Email')).toHaveValue('ada@academy.test'));
    expect(router.state.location.search).toBe('?next=%2Fisa-basket');
    expect(await screen.findByText('Your account is ready. Please log in.')).toBeVisible();
    expect(fake.sent).toEqual([
      {
        path: '/api/signup',
        input: {
          body: {
            username: 'ada',
            name: 'Ada Agent',
            email: 'ada@academy.test',
            password: 'correct horse',
            requestId: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
          },
        },
      },
    ]);
  });
});
