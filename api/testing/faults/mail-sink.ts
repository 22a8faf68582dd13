import { SMTPServer } from 'smtp-server';

export interface MailSink {
  readonly url: string;
  /** Message ids by subject; a repeated mail has the same id. */
  idsOf(subject: string): ReadonlySet<string>;
  /** Mails that were received again with the same id. */
  repeated: number;
  /** Called when a mail was received and its sender has no response yet. */
  onTaken: (() => void) | undefined;
  close(): Promise<void>;
}

/** A mail server that accepts everything. */
export async function openMailSink(): Promise<MailSink> {
  const taken = new Map<string, Set<string>>();
  const sink: MailSink = {
    url: '',
    idsOf: (subject) => taken.get(subject) ?? new Set(),
    repeated: 0,
    onTaken: undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      stream.on('end', () => {
        const head = text.split('\r\n\r\n')[0] ?? '';
        const subject = /^Subject: (.*)$/m.exec(head)?.[1]?.trim() ?? '';
        const id = /^Message-ID: (.*)$/im.exec(head)?.[1]?.trim() ?? '';
        const ids = taken.get(subject) ?? new Set();
        if (ids.has(id)) sink.repeated += 1;
        taken.set(subject, ids.add(id));
        sink.onTaken?.();
        done();
      });
    },
  });
  // A killed client leaves a broken connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  if (!address || typeof address === 'string') throw new Error('The mail server has no port.');
  return Object.assign(sink, { url: `smtp://127.0.0.1:${address.port}` });
}
