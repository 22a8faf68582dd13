import { calls } from '@isa/api-contract';
import type { ApiErrorId } from '@isa/contract';
import { answer } from '@isa/contract/testing';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { renderShell } from '../testing/render-shell';
import { button, failing, field, fill, content } from './testing/account-forms';
import {
  fakeAuthenticator,
  removeAuthenticator,
  requestOptions,
  sentPasskey,
} from './testing/fake-authenticator';

describe('the login with a passkey', () => {
  async function open({ timeout = 60_000, refused }: { timeout?: number; refused?: ApiErrorId } = {}) {
    const logIn = jest.fn(async () => (refused ? failing(refused)() : undefined));
    const shell = await renderShell('/login', {
      answers: [answer(calls.startPasskeyLogin, () => ({ options: { ...requestOptions, timeout } }))],
      sessionCalls: { logIn },
    });
    return { ...shell, logIn };
  }
  /** The visitor moves the pointer, after which the browser may suggest passkeys. */
  const arrive = () => void fireEvent.pointerMove(window);
  const passkeyButton = () => button('Continue with a passkey');

  afterEach(removeAuthenticator);

  it('is hidden in a browser without passkeys, but keeps its space', async () => {
    const { fake } = await open();
    arrive();
    expect(passkeyButton()).not.toBeVisible();
    expect(passkeyButton()).toBeInTheDocument();
    expect(fake.sent).toEqual([]);
  });

  it('asks for a passkey when the button is pressed, and heeds "Remember me"', async () => {
    const { question } = fakeAuthenticator();
    const { user, fake, logIn } = await open();
    expect(fake.sent).toEqual([]);
    await user.click(field('Remember me'));
    await user.click(passkeyButton());
    (await question())?.answer();
    await waitFor(() => expect(logIn).toHaveBeenCalledWith({ passkey: sentPasskey, remember: false }));
  });

  it('says nothing when the visitor cancels', async () => {
    const { question } = fakeAuthenticator();
    const { user, logIn } = await open();
    await user.click(passkeyButton());
    (await question())?.refuse();
    await waitFor(() => expect(passkeyButton()).not.toHaveAttribute('aria-busy'));
    expect(content().queryByRole('alert')).not.toBeInTheDocument();
    expect(logIn).not.toHaveBeenCalled();
  });

  it('says that a passkey is unknown', async () => {
    const { question } = fakeAuthenticator({ suggests: true });
    await open({ refused: 'invalid-passkey' });
    arrive();
    (await question())?.answer();
    expect(await content().findByRole('alert')).toHaveTextContent('We do not know this passkey.');
  });

  it('accepts a suggested passkey once the visitor uses the page', async () => {
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
    fill('Email', 'ada@academy.test');
    fill('Password', 'correct horse');
    await user.click(button('Login'));
    await waitFor(() => expect(questions).toHaveLength(2));
    expect(questions[0]?.signal?.aborted).toBe(true);
    await act(() => router.navigate('/register'));
    await waitFor(() => expect(questions[1]?.signal?.aborted).toBe(true));
  });

  it('shows no error when the browser’s own suggestion fails', async () => {
    fakeAuthenticator({ suggests: true });
    const { fake } = await renderShell('/login', {
      answers: [answer(calls.startPasskeyLogin, failing('too-many-requests'))],
    });
    arrive();
    await waitFor(() => expect(fake.sent).toHaveLength(1));
    expect(content().queryByRole('alert')).not.toBeInTheDocument();
  });
});
