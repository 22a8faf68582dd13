import { messages, type ProblemId } from '@isa/api-contract';
import type { ApiError, ApiErrorId } from '@isa/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { remotePage, renderShell } from '../testing/render-shell';
import { button, failing, field, fill, message } from './testing/account-forms';

const { account } = messages;

describe('the login page', () => {
  async function logIn(options?: Parameters<typeof renderShell>[1], address = '/login') {
    const shell = await renderShell(address, options);
    fill('Email', 'ada@academy.test');
    fill('Password', 'correct horse');
    await shell.user.click(button('Login'));
    return shell;
  }
  const failingWith = (id: ApiErrorId, details?: ConstructorParameters<typeof ApiError>[2]) => ({
    sessionCalls: { logIn: async () => failing(id, details)() },
  });

  it('reports invalid credentials and retains all values', async () => {
    await logIn(failingWith('invalid-credentials'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Invalid credentials !!!');
    expect(within(alert).getByRole('link', { name: 'choose a new password' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
    expect(field('Email')).toHaveValue('ada@academy.test');
    expect(field('Password')).toHaveValue('correct horse');
    expect(button('Login')).toBeEnabled();
  });

  it.each<[ProblemId | 'network' | 'unreadable', string]>([
    ['busy', 'We are busy right now'],
    ['network', 'could not be reached'],
    ['unreadable', 'If your network has a login page, open it first.'],
    ['internal-error', 'Invalid credentials !!!'],
  ])('shows the message for %s', async (id, text) => {
    await logIn(failingWith(id));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });

  it('shows the waiting time after too many attempts', async () => {
    await logIn(failingWith('too-many-requests', { retryAfterSeconds: 45 }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Please try again in 45 seconds.');
  });

  it('is disabled until both fields are valid, and describes what is missing', async () => {
    const { user } = await renderShell('/login');
    expect(button('Login')).toBeDisabled();
    expect(button('Login')).toHaveAccessibleDescription('Still needed: email, password.');
    await user.type(field('Email'), 'ada@');
    expect(message(account.emailInvalid)).toBeVisible();
    await user.type(field('Email'), 'academy.test');
    expect(message(account.emailInvalid)).not.toBeInTheDocument();
    await user.type(field('Password'), 'short');
    expect(message(account.passwordTooShort)).toBeVisible();
    expect(button('Login')).toBeDisabled();
    await user.type(field('Password'), 'er no more');
    expect(button('Login')).toBeEnabled();
  });

  it('leads to the home page', async () => {
    const { router } = await logIn();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it('stays busy until the next page is shown', async () => {
    let resolveLoad: () => void = () => undefined;
    const slow = remotePage('/slow', 'Slow page', {
      load: () => new Promise((resolve) => (resolveLoad = () => resolve(1))),
    });
    const { router } = await logIn({ routes: [slow] }, '/login?next=%2Fslow');
    await waitFor(() => expect(router.state.navigation.state).toBe('loading'));
    expect(button('Login')).toHaveAttribute('aria-busy', 'true');
    resolveLoad();
    await waitFor(() => expect(router.state.location.pathname).toBe('/slow'));
  });

  it('leads to the `next` path', async () => {
    const { router } = await logIn({}, '/login?next=%2Fisa-online-courses%2F1007');
    await waitFor(() => expect(router.state.location.pathname).toBe('/isa-online-courses/1007'));
  });

  it('never leads to another site', async () => {
    const { router } = await logIn({}, '/login?next=%2F%2Fevil.test');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it.each([
    ['remembers the session by default', false, true],
    ['does not remember the session when unticked', true, false],
  ])('%s', async (_, untick, remember) => {
    const logInCall = jest.fn(async () => undefined);
    const { user } = await renderShell('/login', {
      sessionCalls: { logIn: logInCall },
    });
    await user.type(field('Email'), ' ada@academy.test ');
    await user.type(field('Password'), 'correct horse');
    if (untick) await user.click(field('Remember me'));
    await user.click(button('Login'));
    expect(logInCall).toHaveBeenCalledWith({
      email: 'ada@academy.test',
      password: 'correct horse',
      remember,
    });
  });

  it('redirects after a login in another tab', async () => {
    const { host, router } = await renderShell('/login', { session: { status: 'unknown' } });
    act(() => host.session.store.setState({ status: 'in' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it('supports password managers and passkeys', async () => {
    await renderShell('/login');
    expect(field('Email')).toHaveAttribute('autocomplete', 'username webauthn');
    expect(field('Password')).toHaveAttribute('autocomplete', 'current-password');
  });
});

it('tells who bought without an account how to find the order', async () => {
  await renderShell('/login?next=%2Fmy-orders');
  expect(await screen.findByText(/^You bought without an account\?/)).toBeVisible();
});

describe('pages for signed-out visitors', () => {
  it.each(['/login', '/register', '/forgot-password', '/reset/abc', '/reset-password/abc'])(
    'redirect customers from %s to the home page',
    async (address) => {
      const { router } = await renderShell(address, { session: { status: 'in' } });
      expect(router.state.location.pathname).toBe('/');
    },
  );
});
