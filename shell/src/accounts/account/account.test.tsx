import { type Account, calls } from '@isa/api-contract';
import type { ApiErrorId } from '@isa/contract';
import { type Answer, answer } from '@isa/contract/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { renderShell } from '../../testing/render-shell';
import { button, failing, field, fill, main } from '../testing/account-forms';
import { deviceName } from './device-name';

const account: Account = {
  username: 'ada',
  name: 'Ada Agent',
  email: 'ada@academy.test',
  emailVerified: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const sessions = answer(calls.listSessions, () => ({
  sessions: [
    {
      id: 1,
      userAgent: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/130.0',
      createdAt: '2026-01-01T10:00:00.000Z',
      lastUsedAt: '2026-01-01T10:00:00.000Z',
      expiresAt: '2026-01-01T12:24:00.000Z',
      current: true,
    },
    {
      id: 2,
      userAgent: null,
      createdAt: account.createdAt,
      lastUsedAt: account.createdAt,
      expiresAt: account.createdAt,
      current: false,
    },
  ],
}));
const read = answer(calls.readAccount, () => ({ account }));

async function openAccount(...answers: readonly Answer[]) {
  return renderShell('/account', {
    answers: [...answers, read, sessions],
    session: { status: 'in', name: account.name },
  });
}

describe('the account page', () => {
  it('redirects visitors to the login, with the way back', async () => {
    const { router } = await renderShell('/account');
    expect(router.state.location.pathname + router.state.location.search).toBe('/login?next=%2Faccount');
  });

  it('sends no request while the session is checked, and redirects when it has ended', async () => {
    const { host, router, fake } = await renderShell('/account', { session: { status: 'checking' } });
    expect(fake.sent).toHaveLength(0);
    act(() => host.session.store.setState({ status: 'out' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });

  it('shows a failed request and retries', async () => {
    let available = false;
    const { user } = await openAccount(
      answer(calls.readAccount, () => (available ? { account } : failing('network')())),
    );
    expect(await main().findByRole('alert')).toHaveTextContent('could not be reached');
    available = true;
    await user.click(button('Try again'));
    expect(await main().findByText('ada@academy.test')).toBeVisible();
  });

  it('sends the confirmation link again, and shows a failure', async () => {
    let available = false;
    const { user } = await openAccount(
      answer(calls.readAccount, () => ({ account: { ...account, emailVerified: false } })),
      answer(calls.sendVerification, () => (available ? { message: 'ok' } : failing('busy')())),
    );
    await user.click(await main().findByText('Send the link again', { selector: 'button' }));
    expect(await screen.findByText(/We are busy right now/)).toBeVisible();
    available = true;
    await user.click(button('Send the link again'));
    await waitFor(() => expect(button('Link sent')).toBeDisabled());
  });

  it('retains a name that could not be saved, and updates the session after saving', async () => {
    let available = false;
    const { user, host } = await openAccount(
      answer(calls.updateAccount, ({ body }) =>
        available ? { account: { ...account, name: body.name } } : failing('network')(),
      ),
    );
    await main().findByText('ada@academy.test');
    fill('Full name', 'Ada Lovelace');
    await user.click(button('Save details'));
    expect(await main().findByRole('alert')).toHaveTextContent('could not be reached');
    expect(field('Full name')).toHaveValue('Ada Lovelace');
    available = true;
    await user.click(button('Save details'));
    expect(await screen.findByText('Your details are saved.')).toBeVisible();
    expect(host.session.store.getState().name).toBe('Ada Lovelace');
  });

  it('shows a wrong current password at its field, and empties the form after the change', async () => {
    let correct = false;
    const { user } = await openAccount(
      answer(calls.changePassword, () => (correct ? { message: 'ok' } : failing('invalid-credentials')())),
    );
    await main().findByText('ada@academy.test');
    fill('Current password', 'wrong horse');
    fill('New password', 'battery staple');
    fill('Confirm new password', 'battery staple');
    await user.click(button('Change Password'));
    await waitFor(() =>
      expect(field('Current password')).toHaveAccessibleDescription('Invalid credentials !!!'),
    );
    expect(field('New password')).toHaveValue('battery staple');
    correct = true;
    fill('Current password', 'correct horse');
    await user.click(button('Change Password'));
    await waitFor(() => expect(field('Current password')).toHaveValue(''));
    expect(field('New password')).toHaveValue('');
  });

  it('lists sessions by device and signs out everywhere', async () => {
    const { user, router } = await openAccount(answer(calls.endAllSessions, () => ({ message: 'ok' })));
    expect(await main().findByText('Firefox on Windows')).toBeVisible();
    expect(main().getByText('Unknown device')).toBeVisible();
    await user.click(button('Sign out everywhere'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });

  it('does not redirect when signing out everywhere fails', async () => {
    const { user, host } = await openAccount(answer(calls.endAllSessions, failing('network')));
    await user.click(await main().findByText('Sign out everywhere', { selector: 'button' }));
    expect(await screen.findByText(/could not be reached/)).toBeVisible();
    expect(host.session.store.getState().status).toBe('in');
  });

  it('deletes nothing when the password is wrong', async () => {
    const { user, host } = await openAccount(answer(calls.deleteAccount, failing('invalid-credentials')));
    await user.click(await main().findByText('Delete my account…', { selector: 'button' }));
    expect(button('Delete my account for good')).toBeDisabled();
    fill('Your password', 'wrong horse');
    await user.click(button('Delete my account for good'));
    await waitFor(() =>
      expect(field('Your password')).toHaveAccessibleDescription('Invalid credentials !!!'),
    );
    expect(host.session.store.getState().status).toBe('in');
    await user.click(button('Keep it'));
    expect(button('Delete my account…')).toBeVisible();
  });

  it('deletes the account, ends the session and leads to the home page', async () => {
    const { user, host, router } = await openAccount(answer(calls.deleteAccount, () => ({ message: 'ok' })));
    await user.click(await main().findByText('Delete my account…', { selector: 'button' }));
    fill('Your password', 'correct horse');
    await user.click(button('Delete my account for good'));
    await waitFor(() => expect(host.session.store.getState().status).toBe('out'));
    expect(router.state.location.pathname).toBe('/');
  });
});

describe('the link of the confirmation e-mail', () => {
  const confirm = () => answer(calls.verifyEmail, () => ({ message: 'ok' }));
  const signedIn = { status: 'in', name: 'Ada Agent' } as const;

  it('without a token is not valid', async () => {
    await renderShell('/verify-email');
    expect(await main().findByText('This link is no longer valid.')).toBeVisible();
  });

  it.each<[ApiErrorId, string | RegExp]>([
    ['link-expired', 'This link is no longer valid.'],
    ['network', /could not be reached/],
  ])('reports the failure %s', async (id, text) => {
    const { user } = await renderShell('/verify-email#tok-en', {
      answers: [answer(calls.verifyEmail, failing(id))],
      session: signedIn,
    });
    await user.click(await main().findByText('Confirm my address', { selector: 'button' }));
    expect(await main().findByText(text)).toBeVisible();
  });

  it('changes nothing when it is opened, and confirms the address when the button is pressed', async () => {
    const { fake, user } = await renderShell('/verify-email#tok-en', {
      answers: [confirm()],
      session: signedIn,
    });
    await main().findByText('Confirm my address', { selector: 'button' });
    expect(fake.sent).toEqual([]);

    await user.click(button('Confirm my address'));

    expect(await main().findByText('Your e-mail is confirmed.')).toBeVisible();
    expect(fake.sent).toEqual([{ path: '/api/verify-email', input: { body: { token: 'tok-en' } } }]);
  });

  it('requires the password without a session, by keyboard alone', async () => {
    const { fake, user } = await renderShell('/verify-email#tok-en', { answers: [confirm()] });
    await main().findByText('Confirm my address', { selector: 'button' });
    field('Your password').focus();
    await user.keyboard('correct horse{Enter}');

    expect(await main().findByText('Your e-mail is confirmed.')).toBeVisible();
    const body = { token: 'tok-en', password: 'correct horse' };
    expect(fake.sent).toEqual([{ path: '/api/verify-email', input: { body } }]);
  });

  it('requires the password in the session of another account', async () => {
    const { user } = await renderShell('/verify-email#tok-en', {
      answers: [answer(calls.verifyEmail, failing('password-needed'))],
      session: signedIn,
    });
    await user.click(await main().findByText('Confirm my address', { selector: 'button' }));
    expect(await main().findByLabelText(/^Your password/)).toBeVisible();
  });

  it('waits while the session is checked', async () => {
    await renderShell('/verify-email#tok-en', { session: { status: 'checking' } });
    expect(await main().findByText('Checking your session…')).toBeVisible();
    expect(main().queryByText('Confirm my address')).toBeNull();
  });

  it('deletes an account that somebody else created, after a second press', async () => {
    const { fake, user } = await renderShell('/verify-email#tok-en', {
      answers: [answer(calls.rejectSignup, () => ({ message: 'ok' }))],
    });
    await user.click(await main().findByText('This wasn’t me', { selector: 'button' }));
    expect(fake.sent).toEqual([]);
    await user.click(button('Delete this account'));

    expect(await main().findByText('The account is deleted.')).toBeVisible();
    expect(fake.sent).toEqual([{ path: '/api/verify-email/reject', input: { body: { token: 'tok-en' } } }]);
  });
});

describe('the name of a device', () => {
  it.each([
    [null, 'Unknown device'],
    ['curl/8.0', 'Unknown device'],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari on iPhone'],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605 Version/18.0 Safari/605', 'Safari on Mac'],
  ])('of %s is %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});
