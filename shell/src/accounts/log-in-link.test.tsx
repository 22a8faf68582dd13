import { calls } from '@isa/api-contract';
import { type ApiErrorId } from '@isa/contract';
import { answer } from '@isa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { renderShell } from '../testing/render-shell';
import { button, failing, field, fill, content } from './testing/account-forms';

const OFFER = 'Send me a login link';

describe('a login that has to wait', () => {
  async function wait(id: ApiErrorId = 'too-many-requests', respond = () => ({ message: 'ok' })) {
    const shell = await renderShell('/login', {
      answers: [answer(calls.sendLogInLink, respond)],
      sessionCalls: { logIn: async () => failing(id, { retryAfterSeconds: 300 })() },
    });
    fill('Email', ' ada@academy.test');
    fill('Password', 'correct horse');
    await shell.user.click(button('Login'));
    await screen.findByRole('alert');
    return shell;
  }

  it('offers a link by email to keyboard users as well', async () => {
    const { fake, user } = await wait();
    expect(content().getByText(/Please try again in 5 minutes/)).toBeVisible();
    button(OFFER).focus();
    await user.keyboard('{Enter}');

    const confirmation = await content().findByText('Check your inbox.');
    expect(confirmation.parentElement).toHaveTextContent('If ada@academy.test has an account, a login link');
    expect(fake.sent).toEqual([{ path: '/api/login/link', input: { body: { email: 'ada@academy.test' } } }]);
    expect(content().queryByText(OFFER)).toBeNull();
    expect(field('Password')).toHaveValue('correct horse');
  });

  it('offers it again for another address', async () => {
    const { user } = await wait();
    await user.click(button(OFFER));
    await content().findByText('Check your inbox.');
    fill('Email', 'grace@');
    expect(button(OFFER)).toBeDisabled();
    fill('Email', 'grace@academy.test');
    expect(button(OFFER)).toBeEnabled();
  });

  it('says why the link could not be sent, and retains the button', async () => {
    const { user } = await wait('too-many-requests', failing('network'));
    await user.click(button(OFFER));

    expect(await content().findByText(/could not be reached/)).toBeVisible();
    expect(button(OFFER)).toBeEnabled();
  });

  it.each<ApiErrorId>(['invalid-credentials', 'busy', 'network'])(
    'is the only reason: not %s',
    async (id) => {
      await wait(id);
      expect(content().queryByText(OFFER)).toBeNull();
    },
  );
});

describe('the link of the email', () => {
  const open = (address: string, logIn = jest.fn(async () => undefined)) =>
    renderShell(address, { sessionCalls: { logIn } });

  it('does nothing when it is opened, and logs in when the button is pressed', async () => {
    const logIn = jest.fn(async () => undefined);
    const { user } = await open('/login#link=tok-en', logIn);
    const form = await content().findByRole('form', { name: 'Log in with your link' });
    expect(form).toBeVisible();
    expect(logIn).not.toHaveBeenCalled();

    await user.click(button('Log in'));
    expect(logIn).toHaveBeenCalledWith({ link: 'tok-en', remember: true });
  });

  it('can log in for the browser session only, by keyboard alone', async () => {
    const logIn = jest.fn(async () => undefined);
    const { user } = await open('/login#link=tok-en', logIn);
    await content().findByRole('form', { name: 'Log in with your link' });
    field('Remember me').focus();
    await user.keyboard(' ');
    await user.tab();
    await user.keyboard('{Enter}');
    expect(logIn).toHaveBeenCalledWith({ link: 'tok-en', remember: false });
  });

  it('leads to the home page', async () => {
    const { user, router } = await renderShell('/login#link=tok-en');
    await user.click(await content().findByText('Log in', { selector: 'button' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it.each<[ApiErrorId, string]>([
    ['link-expired', 'This link is no longer valid.'],
    ['other-browser', 'This link was requested in another browser.'],
  ])('explains the refusal %s and leads to the other ways', async (id, title) => {
    const { user, router } = await open(
      '/login#link=tok-en',
      jest.fn(async () => failing(id)()),
    );
    await user.click(await content().findByText('Log in', { selector: 'button' }));
    expect(await content().findByText(title)).toBeVisible();

    await user.click(content().getByText('Log in another way'));
    expect(await content().findByRole('form', { name: 'Log in' })).toBeVisible();
    expect(router.state.location.hash).toBe('');
  });

  it('can be tried again after a failure of the network', async () => {
    const { user } = await open(
      '/login#link=tok-en',
      jest.fn(async () => failing('network')()),
    );
    await user.click(await content().findByText('Log in', { selector: 'button' }));
    expect(await content().findByText(/could not be reached/)).toBeVisible();
    expect(button('Log in')).toBeEnabled();
  });

  it('a link without a token is not valid', async () => {
    await open('/login#link=');
    expect(await content().findByText('This link is no longer valid.')).toBeVisible();
  });
});
