import { spawn, type StdioOptions } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { serverAt } from '../platform/tls';
import { RecoveryError } from './backup-folder';

const LAST_OUTPUT = 2_000;

/**
 * Starts a client program of MariaDB. Times in its options and output are UTC. `ended` rejects with a RecoveryError
 * that contains its last output when it fails or is not installed.
 */
export function startClient(program: string, args: readonly string[], stdio: StdioOptions) {
  const child = spawn(program, args, { stdio, env: { ...process.env, TZ: 'UTC' } });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-LAST_OUTPUT);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', () =>
      reject(new RecoveryError(`${program} cannot be started; on Debian: apt install mariadb-client.`)),
    );
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new RecoveryError(`${program} failed (${code ?? signal}): ${output.trim()}`));
    });
  });
  // The rejection is handled here, because several programs are awaited one after another.
  ended.catch(() => undefined);
  return { child, ended };
}

/** Passes a file with the address and the password: others can see a process's arguments. */
export async function withClientOptions<Result>(
  databaseUrl: string,
  work: (option: string, database: string) => Promise<Result>,
): Promise<Result> {
  const { address, tls } = serverAt('DATABASE_URL', databaseUrl);
  const { hostname, port, username, password, pathname } = new URL(address);
  const quoted = (text: string) => `"${decodeURIComponent(text).replace(/["\\]/g, '\\$&')}"`;
  const lines = [
    '[client]',
    'protocol=tcp',
    `host=${quoted(hostname)}`,
    `port=${port || 3306}`,
    `user=${quoted(username)}`,
    `password=${quoted(password)}`,
  ];
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-client-'));
  try {
    if (tls) {
      const authorities = path.join(folder, 'authorities.pem');
      await writeFile(authorities, tls.ca ?? rootCertificates.join('\n'));
      lines.push(`ssl-ca=${authorities}`, 'ssl-verify-server-cert');
    }
    const file = path.join(folder, 'client.cnf');
    await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 });
    return await work(`--defaults-file=${file}`, pathname.slice(1));
  } finally {
    await rm(folder, { recursive: true });
  }
}
