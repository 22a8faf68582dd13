import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface MailSink {
  readonly url: string;
  /** Message ids by subject; a mail that was sent twice carries the same id twice. */
  idsOf(subject: string): ReadonlySet<string>;
  /** Called when a mail has been taken and its sender does not know yet. */
  onTaken: (() => void) | undefined;
  close(): Promise<void>;
}

/** A mail server that takes everything. */
export async function openMailSink(): Promise<MailSink> {
  const taken = new Map<string, Set<string>>();
  const sink: MailSink = {
    url: '',
    idsOf: (subject) => taken.get(subject) ?? new Set(),
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
        taken.set(subject, (taken.get(subject) ?? new Set()).add(id));
        sink.onTaken?.();
        done();
      });
    },
  });
  // A killed client leaves its connection hanging; that is what this is for.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(sink, { url: `smtp://127.0.0.1:${port}` });
}
