import { calls } from '@isa/api-contract';
import type { ApiErrorId, SessionStatus } from '@isa/contract';
import { answer } from '@isa/contract/testing';
import { renderShell } from '../testing/render-shell';
import { button, failing, field, content } from './testing/account-forms';

describe('the link of the confirmation email', () => {
  const confirm = () => ({ message: 'ok' });
  const open = (link: string, respond: typeof confirm, status: SessionStatus = 'in') =>
    renderShell(`/verify-email${link}`, {
      answers: [answer(calls.verifyEmail, respond)],
      session: { status },
    });

  it('a link without a token is not valid', async () => {
    await renderShell('/verify-email');
    expect(await content().findByText('This link is no longer valid.')).toBeVisible();
  });

  it.each<[ApiErrorId, string | RegExp]>([
    ['link-expired', 'This link is no longer valid.'],
    ['link-expired', /If you have confirmed with it before, your address is confirmed\./],
    ['network', /could not be reached/],
  ])('reports the failure %s', async (id, text) => {
    const { user } = await open('#tok-en', failing(id));
    await user.click(await content().findByText('Confirm my address', { selector: 'button' }));
    expect(await content().findByText(text)).toBeVisible();
  });

  it('changes nothing when it is opened, and confirms the address when the button is pressed', async () => {
    const { fake, user } = await open('#tok-en', confirm);
    await content().findByText('Confirm my address', { selector: 'button' });
    expect(fake.sent).toEqual([]);

    await user.click(button('Confirm my address'));

    expect(await content().findByText('Your email is confirmed.')).toBeVisible();
    expect(fake.sent).toEqual([{ path: '/api/verify-email', input: { body: { token: 'tok-en' } } }]);
  });

  it('requires the password without a session, by keyboard alone', async () => {
    const { fake, user } = await open('#tok-en', confirm, 'out');
    await content().findByText('Confirm my address', { selector: 'button' });
    field('Your password').focus();
    await user.keyboard('correct horse{Enter}');

    expect(await content().findByText('Your email is confirmed.')).toBeVisible();
    const body = { token: 'tok-en', password: 'correct horse' };
    expect(fake.sent).toEqual([{ path: '/api/verify-email', input: { body } }]);
  });

  it('requires the password in the session of another account', async () => {
    const { user } = await open('#tok-en', failing('password-needed'));
    await user.click(await content().findByText('Confirm my address', { selector: 'button' }));
    expect(await content().findByLabelText(/^Your password/)).toBeVisible();
  });

  it('changes the email of an account, and offers no deletion', async () => {
    const { fake, user } = await open('#change=tok-en', confirm);
    await content().findByText('Confirm my address', { selector: 'button' });
    expect(content().queryByText('This wasn’t me')).not.toBeInTheDocument();
    await user.click(button('Confirm my address'));
    expect(await content().findByText('Your new email is confirmed.')).toBeVisible();
    expect(fake.sent).toEqual([{ path: '/api/verify-email', input: { body: { token: 'tok-en' } } }]);
  });

  it('changes nothing when another account has the new address', async () => {
    const { user } = await open('#change=tok-en', failing('already-registered'));
    await user.click(await content().findByText('Confirm my address', { selector: 'button' }));
    expect(await content().findByRole('alert')).toHaveTextContent(
      'Another account has this address already.',
    );
  });

  it('waits while the session is checked', async () => {
    await renderShell('/verify-email#tok-en', { session: { status: 'checking' } });
    expect(await content().findByText('Checking your session…')).toBeVisible();
    expect(content().queryByText('Confirm my address')).toBeNull();
  });

  it('deletes an account that another person created, after a second press', async () => {
    const { fake, user } = await renderShell('/verify-email#tok-en', {
      answers: [answer(calls.rejectSignup, () => ({ message: 'ok' }))],
    });
    await user.click(await content().findByText('This wasn’t me', { selector: 'button' }));
    expect(fake.sent).toEqual([]);
    await user.click(button('Delete this account'));

    expect(await content().findByText('The account has been deleted.')).toBeVisible();
    expect(fake.sent).toEqual([{ path: '/api/verify-email/reject', input: { body: { token: 'tok-en' } } }]);
  });

  it('says what to do about an account that has bought something', async () => {
    const { user } = await renderShell('/verify-email#tok-en', {
      answers: [answer(calls.rejectSignup, failing('account-in-use'))],
    });
    await user.click(await content().findByText('This wasn’t me', { selector: 'button' }));
    await user.click(button('Delete this account'));
    expect(await content().findByRole('alert')).toHaveTextContent('A message of the API.');
  });

  it('does not promise a confirmed address to somebody whose deletion was answered too late', async () => {
    let attempts = 0;
    const { user } = await renderShell('/verify-email#tok-en', {
      answers: [
        answer(calls.rejectSignup, () => failing((attempts += 1) === 1 ? 'network' : 'link-expired')()),
      ],
    });
    await user.click(await content().findByText('This wasn’t me', { selector: 'button' }));
    await user.click(button('Delete this account'));
    expect(await content().findByText(/could not be reached/)).toBeVisible();
    await user.click(button('Delete this account'));

    expect(await content().findByText(/If you have deleted the account with it before/)).toBeVisible();
    expect(content().getByText('choose a new password').closest('a')).toHaveAttribute(
      'href',
      '/forgot-password',
    );
    expect(content().queryByText(/your address is confirmed/)).not.toBeInTheDocument();
  });
});
