import { calls } from '@isa/api-contract';
import { startApi } from '../testing/api';
import { createUser, signIn } from '../testing/factories';
import { MailTokens, OutboxMails, Sessions } from './database/entities';
import { sendDueMails } from './emails/mailer';
import { SESSION_MS } from './http/session';
import { tidy } from './housekeeping';

const DAY_MS = 24 * 60 * 60 * 1000;

test('what is over goes, and nothing else', async () => {
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
    await tidy(deps);
    expect(await count()).toEqual([1, 1, 1]);

    api.advance(SESSION_MS + 1);
    await signIn(deps, user);
    await tidy(deps);
    expect(await count()).toEqual([1, 0, 1]);

    // An unsent mail waits however long it takes; a sent one goes after its time.
    api.advance(100 * DAY_MS);
    await tidy(deps);
    expect(await count()).toEqual([0, 0, 1]);
    await sendDueMails(deps, { send: async () => undefined, close: () => undefined });
    await tidy(deps);
    expect(await count()).toEqual([0, 0, 1]);
    api.advance(100 * DAY_MS);
    await tidy(deps);
    expect(await count()).toEqual([0, 0, 0]);
  } finally {
    await api.close();
  }
});
