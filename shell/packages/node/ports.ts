import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { UserError } from './user-error';

/** The port in an environment variable. @throws UserError */
export function portFrom(variable: string, fallback: number): number {
  const text = process.env[variable];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 65_535) {
    throw new UserError(`${variable}="${text}" is not a port number between 1 and 65535.`);
  }
  return value;
}

/** `HOST`, or the loopback address, which other machines cannot reach. @throws UserError */
export function listenHost(): string {
  const host = process.env.HOST || '127.0.0.1';
  if (isIP(host) > 0) return host;
  throw new UserError(`HOST="${host}" is not an IP address. Use 0.0.0.0 to listen on every address.`);
}

/** The state of a listening socket in `/proc/net/tcp`. */
const LISTENING = '0A';

/**
 * "process 4711: node /srv/isa/shell/tooling/commands/start.ts", from proc(5).
 * @returns `undefined` on other systems than Linux, and for processes of other users.
 */
export function portHolder(port: number): string | undefined {
  const sockets = new Set(listeningSockets(port));
  if (sockets.size === 0) return undefined;
  const pid = namesIn('/proc').find(
    (name) =>
      /^\d+$/.test(name) &&
      namesIn(`/proc/${name}/fd`).some((file) => sockets.has(linkOf(`/proc/${name}/fd/${file}`))),
  );
  return pid && `process ${pid}: ${commandOf(pid)}`;
}

/** Names as the links in `/proc/<pid>/fd` give them: `socket:[<inode>]`. */
function listeningSockets(port: number): readonly string[] {
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line) => {
        const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
        const localPort = parseInt(local?.split(':')[1] ?? '', 16);
        return state === LISTENING && localPort === port && inode ? [`socket:[${inode}]`] : [];
      }),
  );
}

/** The program and the files that it was given. Other arguments may be secrets. */
function commandOf(pid: string): string {
  const [program = '', ...args] = textOf(`/proc/${pid}/cmdline`).split('\0');
  const folder = linkOf(`/proc/${pid}/cwd`);
  const files = args.filter((arg) => arg !== '' && existsSync(path.resolve(folder, arg)));
  return [path.basename(program), ...files].join(' ');
}

const namesIn = (folder: string): readonly string[] => orElse(() => readdirSync(folder), []);
const textOf = (file: string) => orElse(() => readFileSync(file, 'utf8'), '');
const linkOf = (file: string) => orElse(() => readlinkSync(file), '');

/** A process may end, or belong to another user, at every step. */
function orElse<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
