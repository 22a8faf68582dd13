import { messages, type ProblemId } from '@isa/api-contract';
import type { ApiError, ApiErrorId } from '@isa/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { page, renderShell } from '../testing/render-shell';
import { button, failing, field, fill, said } from './testing/account-forms';

const { account } = messages;

describe('the login page', () => {
  async function logIn(options?: Parameters<typeof renderShell>[1], address = '/login') {
    const shell = await renderShell(address, options);
    fill('E-mail', 'ada@academy.test');
    fill('Password', 'correct horse');
    await shell.user.click(button('Login'));
    return shell;
  }
  const refusing = (id: ApiErrorId, details?: ConstructorParameters<typeof ApiError>[2]) => ({
    host: (host: Awaited<ReturnType<typeof renderShell>>['fake']) => ({
      ...host,
      session: { ...host.session, logIn: async () => failing(id, details)() },
    }),
  });

  it('says that the credentials are invalid and keeps what was typed', async () => {
    await logIn(refusing('invalid-credentials'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid credentials !!!');
    expect(field('E-mail')).toHaveValue('ada@academy.test');
    expect(field('Password')).toHaveValue('correct horse');
    expect(button('Login')).toBeEnabled();
  });

  it.each<[ProblemId | 'network', string]>([
    ['busy', 'We are busy right now'],
    ['network', 'could not be reached'],
    ['internal-error', 'Invalid credentials !!!'],
  ])('says what to do when the answer is %s', async (id, text) => {
    await logIn(refusing(id));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });

  it('says how long to wait after too many attempts', async () => {
    await logIn(refusing('too-many-requests', { retryAfterSeconds: 45 }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Please try again in 45 seconds.');
  });

  it('cannot be sent before both fields are right, and says what is missing', async () => {
    const { user } = await renderShell('/login');
    expect(button('Login')).toBeDisabled();
    expect(button('Login')).toHaveAccessibleDescription('Still needed: e-mail, password.');
    await user.type(field('E-mail'), 'ada@');
    expect(said(account.emailInvalid)).toBeVisible();
    await user.type(field('E-mail'), 'academy.test');
    expect(said(account.emailInvalid)).not.toBeInTheDocument();
    await user.type(field('Password'), 'short');
    expect(said(account.passwordTooShort)).toBeVisible();
    expect(button('Login')).toBeDisabled();
    await user.type(field('Password'), 'er no more');
    expect(button('Login')).toBeEnabled();
  });

  it('leads home', async () => {
    const { router } = await logIn();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it('stays at work until the next page is there', async () => {
    let arrive: () => void = () => undefined;
    const slow = page('/slow', 'Slow page', {
      load: () => new Promise((resolve) => (arrive = () => resolve(1))),
    });
    const { router } = await logIn({ routes: [slow] }, '/login?next=%2Fslow');
    await waitFor(() => expect(router.state.navigation.state).toBe('loading'));
    expect(button('Login')).toHaveAttribute('aria-busy', 'true');
    arrive();
    await waitFor(() => expect(router.state.location.pathname).toBe('/slow'));
  });

  it('leads back to where the visitor wanted to go', async () => {
    const { router } = await logIn({}, '/login?next=%2Fisa-online-courses%2F1007');
    await waitFor(() => expect(router.state.location.pathname).toBe('/isa-online-courses/1007'));
  });

  it('never leads to another site', async () => {
    const { router } = await logIn({}, '/login?next=%2F%2Fevil.test');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it.each([
    ['remembers unless told otherwise', false, true],
    ['forgets at the end of the browser session when unticked', true, false],
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

  it('is left when the visitor logs in in another tab', async () => {
    const { host, router } = await renderShell('/login', { session: { status: 'unknown' } });
    act(() => host.session.store.setState({ status: 'in' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it('can be filled in by password managers', async () => {
    await renderShell('/login');
    expect(field('E-mail')).toHaveAttribute('autocomplete', 'username');
    expect(field('Password')).toHaveAttribute('autocomplete', 'current-password');
  });
});

describe('pages for visitors only', () => {
  it.each(['/login', '/register', '/forgot-password', '/reset/abc', '/reset-password/abc'])(
    'send a customer from %s to the home page',
    async (address) => {
      const { router } = await renderShell(address, { session: { status: 'in' } });
      expect(router.state.location.pathname).toBe('/');
    },
  );
});
