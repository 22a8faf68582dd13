import { calls, messages, type ProblemId } from '@isa/api-contract';
import type { ApiError, ApiErrorId } from '@isa/contract';
import { answer } from '@isa/contract/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { page, renderShell } from '../testing/render-shell';
import { button, failing, field, fill, main, message } from './testing/account-forms';
import {
  fakeAuthenticator,
  removeAuthenticator,
  requestOptions,
  sentPasskey,
} from './testing/fake-authenticator';

const { account } = messages;

describe('the login page', () => {
  async function logIn(options?: Parameters<typeof renderShell>[1], address = '/login') {
    const shell = await renderShell(address, options);
    fill('E-mail', 'ada@academy.test');
    fill('Password', 'correct horse');
    await shell.user.click(button('Login'));
    return shell;
  }
  const failingWith = (id: ApiErrorId, details?: ConstructorParameters<typeof ApiError>[2]) => ({
    host: (host: Awaited<ReturnType<typeof renderShell>>['fake']) => ({
      ...host,
      session: { ...host.session, logIn: async () => failing(id, details)() },
    }),
  });

  it('reports invalid credentials and retains all values', async () => {
    await logIn(failingWith('invalid-credentials'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid credentials !!!');
    expect(field('E-mail')).toHaveValue('ada@academy.test');
    expect(field('Password')).toHaveValue('correct horse');
    expect(button('Login')).toBeEnabled();
  });

  it.each<[ProblemId | 'network', string]>([
    ['busy', 'We are busy right now'],
    ['network', 'could not be reached'],
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
    expect(button('Login')).toHaveAccessibleDescription('Still needed: e-mail, password.');
    await user.type(field('E-mail'), 'ada@');
    expect(message(account.emailInvalid)).toBeVisible();
    await user.type(field('E-mail'), 'academy.test');
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
    const slow = page('/slow', 'Slow page', {
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
      host: (host) => ({ ...host, session: { ...host.session, logIn: logInCall } }),
    });
    await user.type(field('E-mail'), ' ada@academy.test ');
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
    expect(field('E-mail')).toHaveAttribute('autocomplete', 'username webauthn');
    expect(field('Password')).toHaveAttribute('autocomplete', 'current-password');
  });
});

describe('the log-in with a passkey', () => {
  async function open({ timeout = 60_000, refused }: { timeout?: number; refused?: ApiErrorId } = {}) {
    const logIn = jest.fn(async () => (refused ? failing(refused)() : undefined));
    const shell = await renderShell('/login', {
      answers: [answer(calls.startPasskeyLogin, () => ({ options: { ...requestOptions, timeout } }))],
      host: (host) => ({ ...host, session: { ...host.session, logIn } }),
    });
    return { ...shell, logIn };
  }
  /** The visitor moves the pointer, after which the browser may suggest passkeys. */
  const arrive = () => act(() => fireEvent.pointerMove(window));
  const passkeyButton = () => button('Log in with a passkey');

  afterEach(removeAuthenticator);

  it('is hidden in a browser without passkeys, but keeps its space', async () => {
    const { fake } = await open();
    arrive();
    expect(passkeyButton()).not.toBeVisible();
    expect(passkeyButton()).toBeInTheDocument();
    expect(fake.sent).toEqual([]);
  });

  it('asks for a passkey when the button is pressed, and heeds "Remember me"', async () => {
    const { questions } = fakeAuthenticator();
    const { user, fake, logIn } = await open();
    expect(fake.sent).toEqual([]);
    await user.click(field('Remember me'));
    await user.click(passkeyButton());
    await waitFor(() => expect(questions).toHaveLength(1));
    questions[0]?.answer();
    await waitFor(() => expect(logIn).toHaveBeenCalledWith({ passkey: sentPasskey, remember: false }));
  });

  it('says nothing when the visitor cancels', async () => {
    const { questions } = fakeAuthenticator();
    const { user, logIn } = await open();
    await user.click(passkeyButton());
    await waitFor(() => expect(questions).toHaveLength(1));
    questions[0]?.refuse();
    await waitFor(() => expect(passkeyButton()).not.toHaveAttribute('aria-busy'));
    expect(main().queryByRole('alert')).not.toBeInTheDocument();
    expect(logIn).not.toHaveBeenCalled();
  });

  it('says that a passkey is unknown', async () => {
    const { questions } = fakeAuthenticator({ suggests: true });
    await open({ refused: 'invalid-passkey' });
    arrive();
    await waitFor(() => expect(questions).toHaveLength(1));
    questions[0]?.answer();
    expect(await main().findByRole('alert')).toHaveTextContent('We do not know this passkey.');
  });

  it('takes a passkey that the browser suggests, once somebody uses the page', async () => {
    const { questions } = fakeAuthenticator({ suggests: true });
    const { fake, logIn } = await open();
    expect(fake.sent).toEqual([]);
    arrive();
    await waitFor(() => expect(questions).toHaveLength(1));
    expect(questions[0]?.mediation).toBe('conditional');
    questions[0]?.answer();
    await waitFor(() => expect(logIn).toHaveBeenCalledWith({ passkey: sentPasskey, remember: true }));
  });

  it('renews the suggestion before the API refuses it', async () => {
    const { questions } = fakeAuthenticator({ suggests: true });
    await open({ timeout: 20 });
    arrive();
    await waitFor(() => expect(questions.length).toBeGreaterThan(1));
    expect(questions[0]?.signal?.aborted).toBe(true);
  });

  it('ends the suggestion while the form is sent and when the page is left', async () => {
    const { questions } = fakeAuthenticator({ suggests: true });
    const { user, router } = await open({ refused: 'invalid-credentials' });
    arrive();
    await waitFor(() => expect(questions).toHaveLength(1));
    fill('E-mail', 'ada@academy.test');
    fill('Password', 'correct horse');
    await user.click(button('Login'));
    await waitFor(() => expect(questions).toHaveLength(2));
    expect(questions[0]?.signal?.aborted).toBe(true);
    await act(() => router.navigate('/register'));
    await waitFor(() => expect(questions[1]?.signal?.aborted).toBe(true));
  });

  it('shows no failure of a suggestion that nobody asked for', async () => {
    fakeAuthenticator({ suggests: true });
    const { fake } = await renderShell('/login', {
      answers: [answer(calls.startPasskeyLogin, failing('too-many-requests'))],
    });
    arrive();
    await waitFor(() => expect(fake.sent).toHaveLength(1));
    expect(main().queryByRole('alert')).not.toBeInTheDocument();
  });
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
