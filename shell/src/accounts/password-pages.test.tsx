import { calls, messages } from '@isa/api-contract';
import { ApiError } from '@isa/contract';
import { answer } from '@isa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { renderShell } from '../testing/render-shell';
import { button, failing, field, fill, message } from './testing/account-forms';

const { account } = messages;

describe('the forgotten password page', () => {
  async function requestLink(respond: () => { message: string }) {
    const shell = await renderShell('/forgot-password', { answers: [answer(calls.forgotPassword, respond)] });
    fill('Email', 'ada@academy.test');
    await shell.user.click(button('Reset password'));
    return shell;
  }

  it('shows the specified toast on failure and retains the address', async () => {
    await requestLink(failing('internal-error'));
    expect(await screen.findByText('Oops! Something went wrong.')).toBeVisible();
    expect(field('Email')).toHaveValue('ada@academy.test');
  });

  it('leads to the login with the same message for every address', async () => {
    const { router } = await requestLink(() => ({ message: 'ok' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(
      await screen.findByText(/^If ada@academy.test has an account, a reset link is on its way/),
    ).toBeVisible();
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

  it('links to a new request when the link is no longer valid', async () => {
    await change(failing('link-expired'));
    expect(await screen.findByText('Oops! Something went wrong.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ask for a new one' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
    expect(screen.getByText(/changed your password with it, log in with the new one/)).toBeVisible();
    expect(field('New password')).toHaveValue('correct horse');
  });

  it('shows the API’s objection to a common password only at its field', async () => {
    await change(() => {
      throw new ApiError('invalid-request', 'The request is not valid.', {
        status: 400,
        fieldErrors: [{ path: 'body.newPassword', message: account.passwordTooCommon }],
      });
    });
    expect(await screen.findByText(account.passwordTooCommon)).toBeVisible();
    expect(screen.queryByText(/no longer valid/)).not.toBeInTheDocument();
    expect(screen.queryByText(messages.somethingWrong)).not.toBeInTheDocument();
  });

  it('requires two equal passwords of eight characters', async () => {
    const { user } = await renderShell(address);
    await user.type(field('New password'), '1234567');
    expect(message(account.passwordTooShort)).toBeVisible();
    await user.type(field('Confirm new password'), '12345678');
    expect(message(account.passwordsDiffer)).toBeVisible();
    expect(button('Change Password')).toBeDisabled();
    await user.type(field('New password'), '8');
    expect(button('Change Password')).toBeEnabled();
  });

  it('sends the token of the URL and leads to the login', async () => {
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

it.each(['/forgot-password', '/reset/token', '/reset-password/token'])(
  'who opens %s while logged in is told why the page does not open',
  async (address) => {
    const { router } = await renderShell(address, { session: { status: 'in' } });
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(await screen.findByText(/^You are logged in\. Change your password/)).toBeVisible();
  },
);
