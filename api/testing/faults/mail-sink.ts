import { SMTPServer } from 'smtp-server';

/** How the mail server behaves. `silent` accepts a mail and never says so. */
export const mailFaults = ['none', 'down', 'slow', 'hangs', 'silent'] as const;
export type MailFault = (typeof mailFaults)[number];

const SLOW_MS = 1_000;
/** The server answers like this for an address that does not exist. */
export const REFUSED_RECIPIENT = 'nobody@unknown.example';
const refusal = Object.assign(new Error('No such mailbox'), { responseCode: 550 });

export interface MailSink {
  readonly url: string;
  /** Message ids by subject; a repeated mail has the same id. */
  idsOf(subject: string): ReadonlySet<string>;
  /** Mails that were received again with the same id. */
  repeated: number;
  /** Called when a mail was received and its sender has no response yet. */
  onTaken: (() => void) | undefined;
  /** Mails that were accepted without telling their sender. */
  unanswered: number;
  /** The end of a fault also ends the connections that hang. */
  setFault(fault: MailFault): void;
  close(): Promise<void>;
}

/** A mail server that accepts everything but this recipient, unless it has a fault. */
export async function openMailSink(): Promise<MailSink> {
  const taken = new Map<string, Set<string>>();
  let fault: MailFault = 'none';
  const hanging: ((error: Error) => void)[] = [];
  const sink: MailSink = {
    url: '',
    idsOf: (subject) => taken.get(subject) ?? new Set(),
    repeated: 0,
    unanswered: 0,
    setFault(next) {
      fault = next;
      for (const end of hanging.splice(0)) end(new Error('The mail server stops.'));
    },
    onTaken: undefined,
    close() {
      sink.setFault('none');
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onConnect(_session, done) {
      done(fault === 'down' ? new Error('The mail server is down.') : undefined);
    },
    onMailFrom(_address, _session, done) {
      if (fault === 'hangs') hanging.push(done);
      else setTimeout(done, fault === 'slow' ? SLOW_MS : 0);
    },
    onRcptTo({ address }, _session, done) {
      done(address === REFUSED_RECIPIENT ? refusal : undefined);
    },
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
        if (fault !== 'silent') return done();
        sink.unanswered += 1;
        hanging.push(done);
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
