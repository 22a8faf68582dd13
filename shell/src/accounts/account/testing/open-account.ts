import { type Account, calls, type Passkey } from '@isa/api-contract';
import { isRecord } from '@isa/contract';
import { type Answer, answer } from '@isa/contract/testing';
import { renderShell } from '../../../testing/render-shell';
import { content } from '../../testing/account-forms';

export const account: Account = {
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
      audience: 'site' as const,
      userAgent: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/130.0',
      createdAt: '2026-01-01T10:00:00.000Z',
      lastUsedAt: '2026-01-01T10:00:00.000Z',
      expiresAt: '2026-01-01T12:24:00.000Z',
      current: true,
    },
    {
      id: 2,
      audience: 'site' as const,
      userAgent: null,
      createdAt: account.createdAt,
      lastUsedAt: account.createdAt,
      expiresAt: account.createdAt,
      current: false,
    },
  ],
}));

/** A passkey that was used once. */
export const passkey = (id: number, name: string): Passkey => ({
  id,
  name,
  createdAt: '2026-01-02T10:00:00.000Z',
  lastUsedAt: '2026-01-03T10:00:00.000Z',
  backedUp: true,
});

/** Renders the account page with two sessions and no passkeys; `answers` come first. */
export async function openAccount(...answers: readonly Answer[]) {
  const shell = await renderShell('/account', {
    answers: [
      ...answers,
      answer(calls.readAccount, () => ({ account })),
      sessions,
      answer(calls.listPasskeys, () => ({ passkeys: [] })),
    ],
    session: { status: 'in', name: account.name },
  });
  /** The bodies of the requests to an address, in order. */
  const bodies = ({ path }: { readonly path: string }) =>
    shell.fake.sent.flatMap((call) => (call.path === path && hasBody(call.input) ? [call.input.body] : []));
  return { ...shell, bodies };
}

/** Waits until the page shows the account. */
export const accountShown = () => content().findByText(account.email);

function hasBody(input: unknown): input is { readonly body: unknown } {
  return isRecord(input) && 'body' in input;
}
