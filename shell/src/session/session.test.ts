import { calls } from '@isa/api-contract';
import { ApiError } from '@isa/contract';
import { type Answer, answer, fakeHost } from '@isa/contract/testing';
import { waitFor } from '@testing-library/react';
import { Channel } from '../testing/channel';
import { createSession } from './session';
import { forgetAccount } from './stored-account';

function sessionWith(answers: readonly Answer[] = []) {
  const clearBasket = jest.fn();
  const reload = jest.fn();
  const onUnverified = jest.fn();
  const { api } = fakeHost({ answers });
  return {
    session: createSession({ api, clearBasket, reload, onUnverified, pause: 10 }),
    clearBasket,
    reload,
    onUnverified,
  };
}

const verified = answer(calls.takeUser, () => ({
  message: 'ok',
  account: '7-0',
  name: 'Ann Smith',
  expiresAt: '2026-01-01T00:00:00.000Z',
}));
const rejected = answer(calls.takeUser, () => {
  throw new ApiError('not-signed-in', 'Please log in first.', { status: 401 });
});

function setMarker() {
  document.cookie = 'isa-session=1; path=/';
}

function removeMarker() {
  document.cookie = 'isa-session=; path=/; max-age=0';
}

async function loggedIn(...answers: readonly Answer[]) {
  setMarker();
  const tab = sessionWith([verified, ...answers]);
  tab.session.start();
  await waitFor(() => expect(tab.session.store.getState().status).toBe('in'));
  return tab;
}

afterEach(() => {
  removeMarker();
  document.cookie = 'token=; path=/; max-age=0';
});

describe('the session', () => {
  it('is unknown before start, then out without a request', () => {
    const { session } = sessionWith();
    expect(session.store.getState().status).toBe('unknown');
    session.start();
    expect(session.store.getState()).toEqual({ status: 'out', name: undefined, account: undefined });
  });

  it('verifies a stored token', async () => {
    setMarker();
    const { session } = sessionWith([verified]);
    session.start();
    expect(session.store.getState().status).toBe('checking');
    await waitFor(() =>
      expect(session.store.getState()).toEqual({ status: 'in', name: 'Ann Smith', account: '7-0' }),
    );
  });

  it('signs out when the token does not verify', async () => {
    setMarker();
    const { session } = sessionWith([rejected]);
    session.start();
    await waitFor(() => expect(session.store.getState().status).toBe('out'));
  });

  it('verifies a token without the marker', async () => {
    document.cookie = 'token=abc; path=/';
    const { session } = sessionWith([verified]);
    session.start();
    await waitFor(() => expect(session.store.getState().status).toBe('in'));
  });

  it.each([
    [503, 'busy'],
    [429, 'too-many-requests'],
    [0, 'network'],
    [200, 'unreadable'],
    [403, 'unreadable'],
    [504, 'unreadable'],
  ] as const)('stays in check after status %d, and tries again', async (status, id) => {
    setMarker();
    let attempts = 0;
    const recovering = answer(calls.takeUser, () => {
      attempts += 1;
      if (attempts < 3) throw new ApiError(id, 'Not now.', { status });
      return { message: 'ok', account: '7-0', name: 'Ann Smith', expiresAt: '2026-01-01T00:00:00.000Z' };
    });
    const { session, onUnverified } = sessionWith([recovering]);
    const statuses: string[] = [];
    session.store.subscribe((state) => statuses.push(state.status));
    session.start();
    await waitFor(() => expect(session.store.getState().status).toBe('in'));
    expect(new Set(statuses)).toEqual(new Set(['checking', 'in']));
    expect(onUnverified).toHaveBeenCalledTimes(1);
  });

  describe('while the server fails', () => {
    const failing = (retryAfterSeconds?: number) => {
      let attempts = 0;
      setMarker();
      const tab = sessionWith([
        answer(calls.takeUser, () => {
          attempts += 1;
          throw new ApiError('busy', 'Not now.', { status: 503, retryAfterSeconds });
        }),
      ]);
      tab.session.start();
      return { attempts: () => attempts };
    };
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    it('is verified less and less often', async () => {
      const { attempts } = failing();
      await jest.advanceTimersByTimeAsync(100);
      const first = attempts();
      expect(first).toBeGreaterThan(2);
      await jest.advanceTimersByTimeAsync(900);
      // Every ten milliseconds it would be a hundred.
      expect(attempts() - first).toBeLessThan(10);
    });

    it('is not verified before the time that the server names', async () => {
      const { attempts } = failing(30);
      await jest.advanceTimersByTimeAsync(29_000);
      expect(attempts()).toBe(1);
      await jest.advanceTimersByTimeAsync(20_000);
      expect(attempts()).toBe(2);
    });

    it('is verified by a hidden tab only once it is shown', async () => {
      const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
      const { attempts } = failing();
      await jest.advanceTimersByTimeAsync(60_000);
      expect(attempts()).toBe(1);
      hidden.mockReturnValue(false);
      document.dispatchEvent(new Event('visibilitychange'));
      await jest.advanceTimersByTimeAsync(1);
      expect(attempts()).toBe(2);
      hidden.mockRestore();
    });
  });

  it('ends before that of another account begins, in which another tab has logged in', async () => {
    let account = '7-0';
    setMarker();
    const { session } = sessionWith([
      answer(calls.takeUser, () => ({
        ...{ message: 'ok', name: `Customer ${account}`, expiresAt: '2026-01-01T00:00:00.000Z' },
        account,
      })),
    ]);
    session.start();
    await waitFor(() => expect(session.store.getState().account).toBe('7-0'));
    const seen: unknown[] = [];
    session.store.subscribe((state) => seen.push(state.account));
    account = '8-0';
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(session.store.getState().account).toBe('8-0'));
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(seen).toEqual([undefined, '8-0', '8-0']));
  });

  describe('when its tab is shown again', () => {
    const show = () => document.dispatchEvent(new Event('visibilitychange'));

    it('begins if one has begun elsewhere meanwhile, without any message', async () => {
      const { session } = sessionWith([verified]);
      session.start();
      expect(session.store.getState().status).toBe('out');
      setMarker();
      show();
      await waitFor(() => expect(session.store.getState().account).toBe('7-0'));
    });

    it('ends if its cookie has ended meanwhile', async () => {
      const { session } = await loggedIn();
      removeMarker();
      show();
      expect(session.store.getState().status).toBe('out');
    });

    it('sends nothing if nothing has changed', async () => {
      const verify = jest.fn(verified.respond);
      setMarker();
      const { session } = sessionWith([{ ...verified, respond: verify }]);
      session.start();
      show();
      await waitFor(() => expect(session.store.getState().status).toBe('in'));
      show();
      expect(verify).toHaveBeenCalledTimes(1);
    });
  });

  describe('of several tabs', () => {
    /** Messages arrive later, as those between tabs do. */
    class LateChannel extends Channel {
      override postMessage(data: unknown) {
        setTimeout(() => super.postMessage(data));
      }
    }
    const draft = 'isa-shell:draft:name:7-0';
    /** A tab whose form keeps what was typed once the session ends. */
    async function tabWithDraft() {
      const { session } = await loggedIn();
      const keep = jest.fn(() => localStorage.setItem(draft, '{}'));
      session.store.subscribe(({ status }) => status === 'out' && keep());
      return { session, keep };
    }
    beforeEach(() =>
      Object.defineProperty(globalThis, 'BroadcastChannel', { value: LateChannel, configurable: true }),
    );
    afterEach(() => {
      Channel.open.clear();
      Reflect.deleteProperty(globalThis, 'BroadcastChannel');
      localStorage.clear();
    });

    it('is removed from what the others keep when one logs out', async () => {
      const logout = answer(calls.logout, () => {
        removeMarker();
        return { message: '' };
      });
      const { session } = await loggedIn(logout);
      const { session: other, keep } = await tabWithDraft();
      await session.logOut();
      sessionStorage.setItem('isa-private:shop:last-order', '{}');
      await waitFor(() => expect(keep).toHaveBeenCalled());
      await waitFor(() => expect(localStorage.getItem(draft)).toBeNull());
      expect(sessionStorage.getItem('isa-private:shop:last-order')).toBeNull();
      expect(other.store.getState().status).toBe('out');
    });

    it('ends in all when its account was deleted, though the cookie may remain', async () => {
      const { session, keep } = await tabWithDraft();
      forgetAccount('7-0');
      await waitFor(() => expect(session.store.getState().status).toBe('out'));
      expect(keep).toHaveBeenCalled();
      expect(localStorage.getItem(draft)).toBeNull();
    });

    it('goes on when another account is forgotten', async () => {
      const { session } = await tabWithDraft();
      localStorage.setItem(draft, '{}');
      forgetAccount('8-0');
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(session.store.getState().status).toBe('in');
      expect(localStorage.getItem(draft)).toBe('{}');
    });
  });

  it('stays out when the credentials are wrong', async () => {
    const wrong = answer(calls.login, () => {
      throw new ApiError('invalid-credentials', 'Invalid credentials !!!', { status: 401 });
    });
    const { session } = sessionWith([wrong]);
    session.start();
    const attempt = session.logIn({ email: 'a@b.cd', password: 'wrong', remember: true });
    await expect(attempt).rejects.toMatchObject({ id: 'invalid-credentials' });
    expect(session.store.getState().status).toBe('out');
  });

  it('sends no credentials from a browser that blocks cookies', async () => {
    const login = jest.fn();
    const { session } = sessionWith([answer(calls.login, login)]);
    const cookies = jest.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined);
    const attempt = session.logIn({ email: 'a@b.cd', password: 'right', remember: true });
    await expect(attempt).rejects.toMatchObject({ id: 'cookies-blocked', message: /allow them/ });
    expect(login).not.toHaveBeenCalled();
    cookies.mockRestore();
  });

  it('logs in with a passkey', async () => {
    const passkey = {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
    } as const;
    const sent = jest.fn();
    const login = answer(calls.passkeyLogin, ({ body }) => {
      sent(body);
      setMarker();
      return { token: 'x', expiresAt: '2026-01-01T00:00:00.000Z' };
    });
    const { session } = sessionWith([login, verified]);
    await session.logIn({ passkey, remember: false });
    expect(sent).toHaveBeenCalledWith({ passkey, remember: false });
    expect(session.store.getState().status).toBe('in');
  });

  it('logs in, and logs out with an empty basket and a reload', async () => {
    const login = answer(calls.login, () => {
      setMarker();
      return { token: 'x', expiresAt: '2026-01-01T00:00:00.000Z' };
    });
    const { session, clearBasket, reload } = sessionWith([
      verified,
      login,
      answer(calls.logout, () => ({ message: '' })),
    ]);
    await session.logIn({ email: 'a@b.cd', password: 'right', remember: false });
    expect(session.store.getState().status).toBe('in');
    await session.logOut();
    expect(session.store.getState().status).toBe('out');
    expect(clearBasket).toHaveBeenCalled();
    expect(reload).toHaveBeenCalled();
  });

  it('removes what the browser keeps of the account when it logs out, and only that', async () => {
    const { session } = await loggedIn(answer(calls.logout, () => ({ message: '' })));
    const kept = ['learning:unsent-progress:17-0', 'isa-shell:visitor'];
    for (const storage of [localStorage, sessionStorage])
      for (const key of ['learning:unsent-progress:7-0', 'isa-private:shop:last-order', ...kept])
        storage.setItem(key, '[]');
    await session.logOut();
    for (const storage of [localStorage, sessionStorage]) {
      expect(Object.keys(storage)).toEqual(kept);
      storage.clear();
    }
  });

  it('retains session and basket when logging out fails', async () => {
    const { session, clearBasket } = await loggedIn();
    await expect(session.logOut()).rejects.toMatchObject({ id: 'network' });
    expect(session.store.getState().status).toBe('in');
    expect(clearBasket).not.toHaveBeenCalled();
  });

  it('retains the basket when the session expires', async () => {
    const { session, clearBasket } = await loggedIn();
    session.expired();
    expect(session.store.getState().status).toBe('out');
    expect(clearBasket).not.toHaveBeenCalled();
  });
});
