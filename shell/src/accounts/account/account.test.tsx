import { calls } from '@isa/api-contract';
import type { ApiErrorId } from '@isa/contract';
import { answer } from '@isa/contract/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { renderShell } from '../../testing/render-shell';
import { button, failing, field, fill, main } from '../testing/account-forms';
import { deviceName } from './device-name';
import { account, openAccount } from './testing/open-account';

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

  it('ends the session of another device, and moves the focus to the section', async () => {
    const { user, fake } = await openAccount(answer(calls.endSession, () => ({ message: 'ok' })));
    await user.click(await main().findByLabelText('End the session on Unknown device'));
    expect(await screen.findByText('The session on Unknown device has ended.')).toBeVisible();
    expect(fake.sent).toContainEqual({
      path: calls.endSession.path,
      input: { params: { sessionId: 2 }, body: {} },
    });
    expect(fake.sent.filter(({ path }) => path === calls.listSessions.path)).toHaveLength(2);
    expect(document.activeElement).toHaveAccessibleName('Sessions');
  });

  it('leads to the login after ending its own session', async () => {
    const { user, router } = await openAccount(answer(calls.endSession, () => ({ message: 'ok' })));
    await user.click(await main().findByLabelText('End this session'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });

  it('shows that a session could not be ended', async () => {
    const { user } = await openAccount(answer(calls.endSession, failing('network')));
    await user.click(await main().findByLabelText('End the session on Unknown device'));
    expect(await screen.findByText(/could not be reached/)).toBeVisible();
    expect(main().getByText('Unknown device')).toBeVisible();
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

  it('changes the e-mail of an account, and offers no deletion', async () => {
    const { fake, user } = await renderShell('/verify-email#change=tok-en', {
      answers: [confirm()],
      session: signedIn,
    });
    await main().findByText('Confirm my address', { selector: 'button' });
    expect(main().queryByText('This wasn’t me')).not.toBeInTheDocument();
    await user.click(button('Confirm my address'));
    expect(await main().findByText('Your new e-mail is confirmed.')).toBeVisible();
    expect(fake.sent).toEqual([{ path: '/api/verify-email', input: { body: { token: 'tok-en' } } }]);
  });

  it('changes nothing when another account has the new address', async () => {
    const { user } = await renderShell('/verify-email#change=tok-en', {
      answers: [answer(calls.verifyEmail, failing('already-registered'))],
      session: signedIn,
    });
    await user.click(await main().findByText('Confirm my address', { selector: 'button' }));
    expect(await main().findByRole('alert')).toHaveTextContent('Another account has this address already.');
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
