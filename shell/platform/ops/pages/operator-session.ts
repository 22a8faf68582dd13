import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { exists } from '../../../packages/node/files';
import { makePrivateFolder } from '../../../packages/node/private-folder';
import { isSameToken } from '../../../packages/node/tokens';

/** The session of a person whom the operators' token or single sign-on has identified. */
export interface OperatorSession {
  /** The name for the history: given at login, or by the proxy. */
  readonly who: string;
  /** Whether the session ends here; single sign-on ends at its proxy. */
  readonly canLogOut: boolean;
}

export const SESSION_SECONDS = 8 * 60 * 60;

/** The signed content of the cookie; `until` is in seconds since 1970. */
const Ticket = z.object({ id: z.string(), who: z.string(), until: z.number() });

export interface TokenLogIn {
  /** The token from which the key of sessions is derived. */
  readonly token: string;
  /** A second token that is accepted while processes change from one token to the other. */
  readonly secondToken?: string | undefined;
  /** The folder with a file for each session that was logged out before its end. All processes share it. */
  readonly logOutFolder: string;
}

/** Sessions are signed cookies. Their key is derived from a token, whose removal ends all of them. */
export function createOperatorSessions({ token, secondToken, logOutFolder }: TokenLogIn) {
  const tokens = [token, ...(secondToken ? [secondToken] : [])];
  const mac = signer(token);
  const macs = tokens.map(signer);
  const seconds = () => Math.floor(Date.now() / 1000);
  const record = ({ id, until }: z.output<typeof Ticket>) => path.join(logOutFolder, `${until}-${id}`);

  async function verify(cookie = '') {
    const [text = '', signature = ''] = cookie.split('.');
    if (!macs.some((one) => isSameToken(signature, one(text)))) return undefined;
    const ticket = Ticket.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return ticket.until > seconds() && !(await exists(record(ticket))) ? ticket : undefined;
  }

  return {
    isToken: (given: string) => tokens.some((accepted) => isSameToken(given, accepted)),
    /** @returns the value of the session's cookie. */
    create(who: string): string {
      const ticket = { id: randomBytes(16).toString('hex'), who, until: seconds() + SESSION_SECONDS };
      const text = Buffer.from(JSON.stringify(ticket)).toString('base64url');
      return `${text}.${mac(text)}`;
    },
    /** @returns `undefined` for an invalid cookie. @throws Error when logouts cannot be read. */
    async read(cookie: string): Promise<OperatorSession | undefined> {
      const ticket = await verify(cookie);
      return ticket && { who: ticket.who, canLogOut: true };
    },
    /** Ends the session on every process. */
    async revoke(cookie: string): Promise<void> {
      const ticket = await verify(cookie);
      if (!ticket) return;
      await makePrivateFolder(logOutFolder);
      await writeFile(record(ticket), '', { mode: 0o600 });
      for (const name of await readdir(logOutFolder)) {
        if (Number.parseInt(name, 10) <= seconds()) await rm(path.join(logOutFolder, name), { force: true });
      }
    },
  };
}

function signer(token: string) {
  const key = Buffer.from(hkdfSync('sha256', token, '', 'isa operators’ sessions', 32));
  return (text: string) => createHmac('sha256', key).update(text).digest('base64url');
}
