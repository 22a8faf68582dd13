import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { startApi, type TestApi } from '../../testing/api';
import { replaceQueries } from '../../testing/statements';
import { type OutboxMail, OutboxMails } from '../database/entities';
import { DatabaseBusyError } from '../database/errors';
import { transaction } from '../database/transaction';
import { sendDueMails, smtpTransport, type Transport } from './mailer';
import { writeMail } from './outbox';

let api: TestApi;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.close());

const mail = {
  kind: 'test',
  recipient: 'ada@example.org',
  subject: 'Hello',
  paragraphs: ['a secret link'],
};

function queue(overrides: Partial<typeof mail> & { dedupeKey?: string } = {}): Promise<void> {
  return transaction(api.deps.db, (manager) => writeMail(manager, { ...mail, ...overrides }, api.deps));
}

/** A transport whose first attempts fail. */
function unreliable(failures: number): Transport & { readonly sent: OutboxMail[] } {
  const sent: OutboxMail[] = [];
  let left = failures;
  return {
    sent,
    async send(mail) {
      left -= 1;
      if (left >= 0) throw new Error('mailbox on fire');
      sent.push(mail);
    },
    close: () => undefined,
  };
}

const only = async () => (await api.mails())[0];

test('a rolled back transaction writes no mail', async () => {
  const failing = transaction(api.deps.db, async (manager) => {
    await writeMail(manager, mail, api.deps);
    throw new Error('changed my mind');
  });

  await expect(failing).rejects.toThrow('changed my mind');
  expect(await api.mails()).toEqual([]);
});

test('two mails with the same dedupe key are written once', async () => {
  await queue({ dedupeKey: 'order-1' });
  await queue({ dedupeKey: 'order-1', subject: 'Hello again' });
  await queue();
  await queue();

  expect((await api.mails()).map(({ subject, dedupeKey }) => [subject, dedupeKey])).toEqual([
    ['Hello', 'order-1'],
    ['Hello', null],
    ['Hello', null],
  ]);
});

test('a batch after a whole one follows without a pause, and none while the database saves nothing', async () => {
  for (let index = 0; index < 45; index += 1) await queue({ recipient: `reader-${index}@example.org` });
  const transport = unreliable(0);
  const restore = replaceQueries(api.deps.db, async ({ sql }, query) => {
    if (sql.startsWith('UPDATE')) throw new DatabaseBusyError('The database is read-only.');
    return query();
  });
  await expect(sendDueMails(api.deps, transport)).rejects.toThrow('read-only');
  restore();
  expect(transport.sent).toEqual([]);

  expect(await sendDueMails(api.deps, transport)).toBe(true);
  const mails = api.deps.db.getRepository(OutboxMails);
  jest.spyOn(mails, 'update').mockRejectedValue(new Error('no outcome is saved'));
  expect(await sendDueMails(api.deps, transport)).toBe(false);
  jest.restoreAllMocks();
  expect(await sendDueMails(api.deps, transport)).toBe(false);
  expect(transport.sent).toHaveLength(45);
});

test('a mail that was sent while the database went away is saved as sent once it is back', async () => {
  await queue();
  const mails = api.deps.db.getRepository(OutboxMails);
  const update = mails.update.bind(mails);
  const transport = unreliable(0);
  let failures = 3;
  mails.update = async (...values) => {
    if (transport.sent.length > 0 && failures-- > 0)
      throw new DatabaseBusyError('The database gives no connection.');
    return update(...values);
  };

  try {
    await sendDueMails(api.deps, transport);
  } finally {
    mails.update = update;
  }

  expect(failures).toBeLessThan(1);
  expect((await only())?.sentAt).not.toBeNull();
});

test('a failed mail is retried with growing pauses, and its text is wiped once it is sent', async () => {
  await queue();
  const transport = unreliable(2);

  await sendDueMails(api.deps, transport);
  expect(await only()).toMatchObject({ attempts: 1, lastError: 'mailbox on fire' });
  expect((await only())?.body).toContain('a secret link');
  await sendDueMails(api.deps, transport);
  expect(await only()).toMatchObject({ attempts: 1 });
  api.advance(2 * 60_000);
  await sendDueMails(api.deps, transport);
  expect(await only()).toMatchObject({ attempts: 2 });
  api.advance(3 * 60_000);
  await sendDueMails(api.deps, transport);
  expect(await only()).toMatchObject({ attempts: 2 });
  api.advance(60_000);
  await sendDueMails(api.deps, transport);

  expect(transport.sent).toHaveLength(1);
  expect(await only()).toMatchObject({
    attempts: 3,
    lastError: null,
    nextAttemptAt: null,
    body: '',
    html: '',
  });
});

test('a mail is given up after twelve attempts', async () => {
  await queue();
  const transport = unreliable(Infinity);
  for (let at = 0; at < 20; at += 1) {
    await sendDueMails(api.deps, transport);
    api.advance(7 * 24 * 60 * 60_000);
  }

  expect(await only()).toMatchObject({ attempts: 12, nextAttemptAt: null, sentAt: null });
});

test('a failed mail does not delay the others', async () => {
  await queue({ subject: 'first' });
  await queue({ subject: 'second' });
  const transport = unreliable(1);

  await sendDueMails(api.deps, transport);

  // The mails are sent at the same time, so either may be the one that fails.
  expect(transport.sent).toHaveLength(1);
});

test('each attempt has the same Message-ID, which is stored before the mail is sent', async () => {
  await queue();
  const ids: (string | null)[] = [];
  const transport: Transport = {
    async send({ messageId }) {
      ids.push(messageId, (await only())?.messageId ?? null);
      if (ids.length === 2) throw new Error('the connection was lost after the mail was accepted');
    },
    close: () => undefined,
  };

  await sendDueMails(api.deps, transport);
  api.advance(2 * 60_000);
  await sendDueMails(api.deps, transport);

  expect(ids[0]).toMatch(/^<[\da-f-]{36}@localhost>$/);
  expect(ids).toEqual([ids[0], ids[0], ids[0], ids[0]]);
});

test('a clock that is set back prolongs no lease of a mail', async () => {
  await queue();
  const died = sendDueMails(api.deps, { send: () => new Promise(() => undefined), close: () => undefined });
  while ((await only())?.attempts !== 1) await new Promise((resolve) => setTimeout(resolve, 5));
  api.advance(-24 * 60 * 60_000);
  const transport = unreliable(0);

  await sendDueMails(api.deps, transport);

  expect(transport.sent).toHaveLength(1);
  void died;
});

test('two concurrent mailers send a mail once', async () => {
  await queue();
  const transport = unreliable(0);

  await Promise.all([sendDueMails(api.deps, transport), sendDueMails(api.deps, transport)]);

  expect(transport.sent).toHaveLength(1);
});

/** Starts a mail server that keeps each message. */
async function startMailServer() {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        received.push(text);
        done();
      });
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  return { received, port, close };
}

test('the mail server receives both texts, the sender and the reply address', async () => {
  const { received, port, close } = await startMailServer();
  const transport = smtpTransport(`smtp://127.0.0.1:${port}`, 'Academy <no-reply@isa.example>');
  try {
    await transaction(api.deps.db, (manager) =>
      writeMail(
        manager,
        {
          ...mail,
          subject: 'Hello\r\nBcc: victim@example.org',
          replyTo: 'reader@example.org',
          listUnsubscribe: 'https://isa.example/end?token=1',
        },
        api.deps,
      ),
    );
    await sendDueMails(api.deps, transport);
  } finally {
    transport.close();
    await close();
  }

  const [message = ''] = received;
  expect(message).toContain('From: Academy <no-reply@isa.example>');
  expect(message).toContain('Reply-To: reader@example.org');
  expect(message).toContain('List-Unsubscribe: <https://isa.example/end?token=1>');
  expect(message).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(message).toContain('a secret link');
  // Long lines are broken for the transport (RFC 2045 §6.7).
  expect(message.replaceAll('=\r\n', '')).toContain('>a secret link</p>');
  expect(message).not.toMatch(/^Bcc:/m);
});

test('mails that no person has written ask programs not to answer them', async () => {
  const { received, port, close } = await startMailServer();
  const transport = smtpTransport(`smtp://127.0.0.1:${port}`, 'no-reply@isa.example');
  try {
    for (const kind of ['contact-received', 'order-confirmation', 'contact-answer']) {
      await queue({ kind });
      await sendDueMails(api.deps, transport);
    }
  } finally {
    transport.close();
    await close();
  }

  expect(received.map((message) => /^Auto-Submitted: (.*)\r$/m.exec(message)?.[1])).toEqual([
    'auto-generated',
    'auto-generated',
    undefined,
  ]);
});

test('a recipient that the mail server refuses for good does not count as a failure of the server', async () => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const code = { 'unknown@example.org': 550, 'later@example.org': 451 }[address];
      done(code ? Object.assign(new Error('not now'), { responseCode: code }) : undefined);
    },
    onData: (stream, _session, done) => void stream.resume().once('end', done),
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const results: string[] = [];
  const transport = smtpTransport(`smtp://127.0.0.1:${port}`, 'no-reply@isa.example', (result) =>
    results.push(result),
  );
  try {
    for (const recipient of ['ada@example.org', 'unknown@example.org', 'later@example.org']) {
      await queue({ recipient });
      await sendDueMails(api.deps, transport);
    }
  } finally {
    transport.close();
    await new Promise<void>((resolve) => server.close(resolve));
  }

  expect(results).toEqual(['sent', 'refused', 'failed']);
});
