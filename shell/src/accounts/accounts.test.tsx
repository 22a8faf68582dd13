import { calls, messages, type ProblemId } from '@isa/api-contract';
import { ApiError, type ApiErrorId } from '@isa/contract';
import { answer } from '@isa/contract/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { page, renderShell } from '../testing/render-shell';

const { account } = messages;
type User = Awaited<ReturnType<typeof renderShell>>['user'];

/** By element and not by role: a role's search asks jsdom for the styles of the whole page, every time. */
const main = () => within(document.querySelector('main') ?? document.body);
const button = (name: string) => main().getByText(name, { selector: 'button' });
const field = (label: string) => main().getByLabelText(new RegExp(`^${label}`), { selector: 'input' });
/** Fills a field in one go, where the single keys do not matter. */
const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const said = (text: string) => main().queryByText(text);

function failing(id: ApiErrorId, details?: ConstructorParameters<typeof ApiError>[2]) {
  return (): never => {
    throw new ApiError(id, 'Whatever the server says.', details);
  };
}

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

describe('the register page', () => {
  async function fillIn(user: User) {
    fill('User name', 'ada');
    fill('Full name', 'Ada Agent');
    fill('E-mail', 'ada@academy.test');
    fill('Password', 'correct horse');
    fill('Repeat password', 'correct horse');
    await user.click(field('I accept'));
  }

  it.each([
    ['User name', 'al', account.nameTooShort],
    ['User name', 'agent7', account.nameHasNumber],
    ['Full name', 'Al', account.nameTooShort],
    ['Full name', 'Agent 47', account.nameHasNumber],
    ['E-mail', 'ada@academy', account.emailInvalid],
    ['Password', '1234567', account.passwordTooShort],
    ['Repeat password', 'different', account.passwordsDiffer],
  ])('checks %s on each change: %j gives %j', async (label, value, message) => {
    const { user } = await renderShell('/register');
    await user.type(field(label), value);
    expect(said(message)).toBeVisible();
    expect(field(label)).toBeInvalid();
    expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(message));
    expect(button('Register')).toBeDisabled();
  });

  it('checks the confirmation again when the password changes', async () => {
    const { user } = await renderShell('/register');
    await fillIn(user);
    await user.type(field('Password'), '!');
    expect(said(account.passwordsDiffer)).toBeVisible();
    expect(button('Register')).toBeDisabled();
  });

  it('shows the errors of all fields when Register is pressed too early', async () => {
    const { user } = await renderShell('/register');
    const disabled = button('Register');
    expect(disabled).toBeDisabled();
    await user.click(disabled.parentElement ?? disabled);
    expect(main().getAllByText(account.nameTooShort)).toHaveLength(2);
    for (const message of [account.emailInvalid, account.passwordTooShort, account.termsMissing]) {
      expect(said(message)).toBeVisible();
    }
  });

  it('shows them for Enter as well', async () => {
    const { user } = await renderShell('/register');
    await user.type(field('User name'), 'ada{Enter}');
    expect(said(account.termsMissing)).toBeVisible();
  });

  it('needs the terms, which can be read beside the form', async () => {
    const { user } = await renderShell('/register');
    await fillIn(user);
    expect(button('Register')).toBeEnabled();
    await user.click(field('I accept'));
    expect(said(account.termsMissing)).toBeVisible();
    expect(button('Register')).toBeDisabled();
    expect(screen.getByRole('link', { name: 'Terms of service' })).toHaveAttribute(
      'href',
      '/terms-and-conditions',
    );
  });

  it('tells that an e-mail is taken, beside the e-mail, until it is changed', async () => {
    const { user } = await renderShell('/register', {
      answers: [answer(calls.signup, failing('already-registered'))],
    });
    await fillIn(user);
    await user.click(button('Register'));
    expect(await screen.findByText('This email is already registered.')).toBeVisible();
    expect(field('E-mail')).toBeInvalid();
    expect(field('User name')).toHaveValue('ada');
    expect(field('Password')).toHaveValue('correct horse');
    expect(button('Register')).toBeDisabled();
    await user.type(field('E-mail'), '.uk');
    expect(said('This email is already registered.')).not.toBeInTheDocument();
    expect(button('Register')).toBeEnabled();
  });

  it('puts the server’s words on the field that they are about', async () => {
    const fieldErrors = [{ path: 'body.name', message: 'This name cannot be used.' }];
    const { user } = await renderShell('/register', {
      answers: [answer(calls.signup, failing('invalid-request', { fieldErrors }))],
    });
    await fillIn(user);
    await user.click(button('Register'));
    await waitFor(() => expect(field('Full name')).toHaveAccessibleDescription('This name cannot be used.'));
  });

  it('says that the network is away and sends again with everything still there', async () => {
    let calm = false;
    const { user, router } = await renderShell('/register', {
      answers: [answer(calls.signup, () => (calm ? { message: 'ok' } : failing('network')()))],
    });
    await fillIn(user);
    await user.click(button('Register'));
    expect(await screen.findByRole('alert')).toHaveTextContent('could not be reached');
    calm = true;
    await user.click(button('Register'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });

  it('is sent once, however often the button is pressed', async () => {
    let arrive: () => void = () => undefined;
    const { user, fake } = await renderShell('/register', {
      answers: [
        answer(calls.signup, () => new Promise((resolve) => (arrive = () => resolve({ message: 'ok' })))),
      ],
    });
    await fillIn(user);
    await user.click(button('Register'));
    expect(button('Register')).toHaveAttribute('aria-busy', 'true');
    await user.click(button('Register'));
    expect(fake.sent).toHaveLength(1);
    arrive();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Log in'));
  });

  it('leads to the login with a toast and the e-mail filled in, still on the way to where it began', async () => {
    const { user, router, fake } = await renderShell('/register?next=%2Fisa-basket', {
      answers: [answer(calls.signup, () => ({ message: 'ok' }))],
    });
    await fillIn(user);
    await user.click(button('Register'));
    await waitFor(() => expect(field('E-mail')).toHaveValue('ada@academy.test'));
    expect(router.state.location.search).toBe('?next=%2Fisa-basket');
    expect(screen.getByText('Your account is ready. Please log in.')).toBeVisible();
    expect(fake.sent).toEqual([
      {
        path: '/api/signup',
        input: {
          body: { username: 'ada', name: 'Ada Agent', email: 'ada@academy.test', password: 'correct horse' },
        },
      },
    ]);
  });
});

describe('the forgotten password page', () => {
  async function ask(respond: () => { message: string }) {
    const shell = await renderShell('/forgot-password', { answers: [answer(calls.forgotPassword, respond)] });
    fill('E-mail', 'ada@academy.test');
    await shell.user.click(button('Reset password'));
    return shell;
  }

  it('shows the specified toast on failure and keeps the address', async () => {
    await ask(failing('internal-error'));
    expect(await screen.findByText('Oops! Something went wrong.')).toBeVisible();
    expect(field('E-mail')).toHaveValue('ada@academy.test');
  });

  it('leads to the login and says the same for every address', async () => {
    const { router } = await ask(() => ({ message: 'ok' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(screen.getByText('If this address has an account, a reset link is on its way.')).toBeVisible();
  });
});

describe.each(['/reset/tok%2Fen', '/reset-password/tok%2Fen'])('the page %s', (address) => {
  async function change(respond: () => { message: string }) {
    const shell = await renderShell(address, { answers: [answer(calls.resetPassword, respond)] });
    fill('New password', 'correct horse');
    fill('Confirm new password', 'correct horse');
    await shell.user.click(button('Change Password'));
    return shell;
  }

  it('offers a new link when this one is no longer valid', async () => {
    await change(failing('link-expired'));
    expect(await screen.findByText('Oops! Something went wrong.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ask for a new one' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
    expect(field('New password')).toHaveValue('correct horse');
  });

  it('needs two equal passwords of eight characters', async () => {
    const { user } = await renderShell(address);
    await user.type(field('New password'), '1234567');
    expect(said(account.passwordTooShort)).toBeVisible();
    await user.type(field('Confirm new password'), '12345678');
    expect(said(account.passwordsDiffer)).toBeVisible();
    expect(button('Change Password')).toBeDisabled();
    await user.type(field('New password'), '8');
    expect(button('Change Password')).toBeEnabled();
  });

  it('sends the token of the address and leads to the login', async () => {
    const { router, fake } = await change(() => ({ message: 'ok' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(fake.sent).toEqual([
      {
        path: '/api/reset-password/:token',
        input: { params: { token: 'tok/en' }, body: { newPassword: 'correct horse' } },
      },
    ]);
  });
});
