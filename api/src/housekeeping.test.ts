import { calls } from '@isa/api-contract';
import { startApi } from '../testing/api';
import { createUser, signIn } from '../testing/factories';
import { MailTokens, OutboxMails, Sessions } from './database/entities';
import { sendDueMails } from './emails/mailer';
import { SESSION_MS } from './http/session';
import { removeExpired } from './housekeeping';

const DAY_MS = 24 * 60 * 60 * 1000;

test('removes only expired sessions, mail links and sent mails', async () => {
  const api = await startApi();
  try {
    const { deps } = api;
    const count = async () => [
      await deps.db.getRepository(Sessions).count(),
      await deps.db.getRepository(MailTokens).count(),
      await deps.db.getRepository(OutboxMails).count(),
    ];
    const user = await createUser(deps);
    await signIn(deps, user);
    await api.call(calls.forgotPassword, { body: { email: user.email } });
    await api.mails();
    await removeExpired(deps);
    expect(await count()).toEqual([1, 1, 1]);

    api.advance(SESSION_MS + 1);
    await signIn(deps, user);
    await removeExpired(deps);
    expect(await count()).toEqual([1, 0, 1]);

    // An unsent mail is never removed; a sent one is removed after 90 days.
    api.advance(100 * DAY_MS);
    await removeExpired(deps);
    expect(await count()).toEqual([0, 0, 1]);
    await sendDueMails(deps, { send: async () => undefined, close: () => undefined });
    await removeExpired(deps);
    expect(await count()).toEqual([0, 0, 1]);
    api.advance(100 * DAY_MS);
    await removeExpired(deps);
    expect(await count()).toEqual([0, 0, 0]);
  } finally {
    await api.close();
  }
});
