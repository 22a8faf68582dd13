import { calls } from '@isa/api-contract';
import { ApiError } from '@isa/contract';
import { answer } from '@isa/contract/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderShell } from '../../testing/render-shell';
import { button, failing, field, fill, content } from '../testing/account-forms';
import { deviceName } from './device-name';
import { account, accountShown, openAccount } from './testing/open-account';

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
    expect(await content().findByRole('alert')).toHaveTextContent('could not be reached');
    available = true;
    await user.click(button('Try again'));
    expect(await content().findByText('ada@academy.test')).toBeVisible();
  });

  it('sends the confirmation link again, and shows a failure', async () => {
    let available = false;
    const { user } = await openAccount(
      answer(calls.readAccount, () => ({ account: { ...account, emailVerified: false } })),
      answer(calls.sendVerification, () => (available ? { message: 'ok' } : failing('busy')())),
    );
    await user.click(await content().findByText('Send the link again', { selector: 'button' }));
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
    await content().findByText('ada@academy.test');
    fill('Full name', 'Ada Lovelace');
    await user.click(button('Save details'));
    expect(await content().findByRole('alert')).toHaveTextContent('could not be reached');
    expect(field('Full name')).toHaveValue('Ada Lovelace');
    available = true;
    await user.click(button('Save details'));
    expect(await screen.findByText('Your details have been saved.')).toBeVisible();
    expect(host.session.store.getState().name).toBe('Ada Lovelace');
  });

  it('shows a wrong current password at its field, and empties the form after the change', async () => {
    let correct = false;
    const { user } = await openAccount(
      answer(calls.changePassword, () => (correct ? { message: 'ok' } : failing('invalid-credentials')())),
    );
    await content().findByText('ada@academy.test');
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

  it.each(['network', 'timeout', 'unreadable'] as const)(
    'does not say that the password is unchanged when the answer is lost by %s',
    async (id) => {
      const { user } = await openAccount(answer(calls.changePassword, failing(id)));
      await content().findByText('ada@academy.test');
      fill('Current password', 'correct horse');
      fill('New password', 'battery staple');
      fill('Confirm new password', 'battery staple');
      await user.click(button('Change Password'));
      expect(await content().findByRole('alert')).toHaveTextContent(
        'We don’t know whether your password has been changed.',
      );
      expect(field('New password')).toHaveValue('battery staple');
    },
  );

  it('lists sessions by device and signs out everywhere', async () => {
    const { user, router } = await openAccount(answer(calls.endAllSessions, () => ({ message: 'ok' })));
    expect(await content().findByText('Firefox on Windows')).toBeVisible();
    expect(content().getByText('Unknown device')).toBeVisible();
    await user.click(button('Log out everywhere'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });

  it('ends the session of another device, and moves the focus to the section', async () => {
    const { user, fake } = await openAccount(answer(calls.endSession, () => ({ message: 'ok' })));
    await user.click(await content().findByLabelText('End the session on Unknown device'));
    expect(await screen.findByText('The session on Unknown device has ended.')).toBeVisible();
    expect(fake.sent).toContainEqual({
      path: calls.endSession.path,
      input: { params: { sessionId: 2 }, body: {} },
    });
    expect(fake.sent.filter(({ path }) => path === calls.listSessions.path)).toHaveLength(2);
    expect(document.activeElement).toHaveAccessibleName('Sessions');
  });

  it('says which session is a staff view, so that it is not taken for another login', async () => {
    const at = '2026-01-01T10:00:00.000Z';
    const dates = { createdAt: at, lastUsedAt: at, expiresAt: at };
    const view = { id: 3, audience: 'staff' as const, userAgent: null, ...dates, current: false };
    await openAccount(answer(calls.listSessions, () => ({ sessions: [view] })));
    expect(await content().findByText('Staff view')).toBeVisible();
    expect(content().getByLabelText('End the session on Unknown device (Staff view)')).toBeVisible();
  });

  it('asks for the password when the last login is too long ago, and then ends the session', async () => {
    const passwords: unknown[] = [];
    const { user } = await openAccount(
      answer(calls.endSession, ({ body }) => {
        passwords.push(body.password);
        if (body.password !== undefined) return { message: 'ok' };
        throw new ApiError('password-needed', 'Please enter the password of this account.', { status: 401 });
      }),
    );
    await user.click(await content().findByLabelText('End the session on Unknown device'));
    const form = await screen.findByRole('form', { name: 'End the session on Unknown device' });
    await user.type(within(form).getByLabelText(/password/i, { selector: 'input' }), 'correct horse{Enter}');
    expect(await screen.findByText('The session on Unknown device has ended.')).toBeVisible();
    expect(passwords).toEqual([undefined, 'correct horse']);
    expect(form).not.toBeInTheDocument();
  });

  it('leads to the login after ending its own session', async () => {
    const { user, router } = await openAccount(answer(calls.endSession, () => ({ message: 'ok' })));
    await user.click(await content().findByLabelText('End this session'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });

  it('shows that a session could not be ended', async () => {
    const { user } = await openAccount(answer(calls.endSession, failing('network')));
    await user.click(await content().findByLabelText('End the session on Unknown device'));
    expect(await screen.findByText(/could not be reached/)).toBeVisible();
    expect(content().getByText('Unknown device')).toBeVisible();
  });

  it('does not redirect when logging out everywhere fails', async () => {
    const { user, host } = await openAccount(answer(calls.endAllSessions, failing('network')));
    await user.click(await content().findByText('Log out everywhere', { selector: 'button' }));
    expect(await screen.findByText(/could not be reached/)).toBeVisible();
    expect(host.session.store.getState().status).toBe('in');
  });

  it('keeps the exported file until the browser has had time to begin the download', async () => {
    const revoked = jest.fn();
    Object.assign(URL, { createObjectURL: () => 'blob:export', revokeObjectURL: revoked });
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation();
    const lists = { sessions: [], passkeys: [], knownDevices: [], orders: [], entitlements: [] };
    const file = { exportedAt: account.createdAt, account, ...lists, progress: [], newsletter: [] };
    await openAccount(answer(calls.exportAccount, () => ({ ...file, contactMessages: [] })));
    await accountShown();
    jest.useFakeTimers();
    try {
      fireEvent.click(button('Export my data'));
      await act(() => jest.advanceTimersByTimeAsync(0));
      expect(click).toHaveBeenCalledTimes(1);
      expect(revoked).not.toHaveBeenCalled();
      await act(() => jest.advanceTimersByTimeAsync(60_000));
      expect(revoked).toHaveBeenCalledWith('blob:export');
    } finally {
      jest.useRealTimers();
      click.mockRestore();
      Reflect.deleteProperty(URL, 'createObjectURL');
      Reflect.deleteProperty(URL, 'revokeObjectURL');
    }
  });

  it('deletes nothing when the password is wrong', async () => {
    const { user, host } = await openAccount(answer(calls.deleteAccount, failing('invalid-credentials')));
    await user.click(await content().findByText('Delete my account…', { selector: 'button' }));
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
    await user.click(await content().findByText('Delete my account…', { selector: 'button' }));
    fill('Your password', 'correct horse');
    await user.click(button('Delete my account for good'));
    await waitFor(() => expect(host.session.store.getState().status).toBe('out'));
    expect(router.state.location.pathname).toBe('/');
    expect(screen.getByText('Your account has been deleted.')).toBeVisible();
  });

  describe('deleted while its answer is lost', () => {
    const stored = 'isa-private:shop:last-order';
    async function loseAnswer(then: 'not-signed-in' | 'invalid-credentials') {
      let attempts = 0;
      const shell = await openAccount(
        answer(calls.deleteAccount, () => {
          attempts += 1;
          return failing(attempts === 1 ? 'network' : then, { status: attempts === 1 ? 0 : 401 })();
        }),
      );
      sessionStorage.setItem(stored, '{}');
      act(() => void shell.host.basket.add(1));
      await shell.user.click(await content().findByText('Delete my account…', { selector: 'button' }));
      fill('Your password', 'correct horse');
      await shell.user.click(button('Delete my account for good'));
      expect(await content().findByRole('alert')).toHaveTextContent(
        'We don’t know whether your account has been deleted.',
      );
      expect(shell.host.session.store.getState().status).toBe('in');
      await shell.user.click(button('Delete my account for good'));
      return shell;
    }

    it('says so when the button is pressed again, and keeps nothing of it', async () => {
      const { host, router } = await loseAnswer('not-signed-in');
      expect(await screen.findByText('Your account has been deleted.')).toBeVisible();
      expect(host.session.store.getState().status).toBe('out');
      expect(host.basket.store.getState().items).toEqual([]);
      expect(sessionStorage.getItem(stored)).toBeNull();
      expect(router.state.location.pathname).toBe('/login');
    });

    it('does not say so when the password is wrong, and the session ends later', async () => {
      const { host, router } = await loseAnswer('invalid-credentials');
      await waitFor(() =>
        expect(field('Your password')).toHaveAccessibleDescription('Invalid credentials !!!'),
      );
      act(() => host.session.expired());
      await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
      expect(screen.queryByText('Your account has been deleted.')).not.toBeInTheDocument();
      expect(host.basket.store.getState().items).toHaveLength(1);
    });
  });

  it('does not say that an account is deleted whose session had ended before', async () => {
    const { user, router } = await openAccount(answer(calls.deleteAccount, failing('not-signed-in')));
    await user.click(await content().findByText('Delete my account…', { selector: 'button' }));
    fill('Your password', 'correct horse');
    await user.click(button('Delete my account for good'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(screen.queryByText('Your account has been deleted.')).not.toBeInTheDocument();
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
  ])('a device of %s is called %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});

describe('a session that ends while a customer types', () => {
  const login = (host: Awaited<ReturnType<typeof openAccount>>['host'], owner: string) =>
    act(() => host.session.store.setState({ status: 'in', name: account.name, account: owner }));
  const expire = (host: Awaited<ReturnType<typeof openAccount>>['host']) =>
    act(() => host.session.store.setState({ status: 'out', name: undefined, account: undefined }));

  async function typeAndExpire() {
    const shell = await openAccount();
    login(shell.host, '7-1');
    await accountShown();
    fill('Full name', 'Ada Lovelace');
    fill('New password', 'my secret of today');
    expire(shell.host);
    await waitFor(() => expect(shell.router.state.location.pathname).toBe('/login'));
    return shell;
  }

  it('returns the text to the same customer, but no password', async () => {
    const { host, router } = await typeAndExpire();
    expect(JSON.stringify({ ...localStorage })).not.toContain('my secret');
    login(host, '7-1');
    await waitFor(() => expect(router.state.location.pathname).toBe('/account'));
    await accountShown();
    expect(field('Full name')).toHaveValue('Ada Lovelace');
    expect(field('New password')).toHaveValue('');
    expect(content().getByText(/We have restored what you typed/)).toBeVisible();
  });

  it('returns nothing to another customer', async () => {
    const { host, router } = await typeAndExpire();
    login(host, '8-1');
    await waitFor(() => expect(router.state.location.pathname).toBe('/account'));
    await accountShown();
    expect(field('Full name')).toHaveValue('Ada Agent');
  });
});
