import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Deps, openDeps } from '../src/deps';
import { readEnv } from '../src/env';
import { serverUrl } from '../testing/database';
import { findMariaDb, startMariaDb } from '../testing/mariadb';

/** Runs a bench on SQLite and then, in a second process of the same `script` (`__filename`), on a private MariaDB. */
export async function onBothDatabases(
  script: string,
  bench: (database: string) => Promise<void>,
): Promise<void> {
  await bench(serverUrl === undefined ? 'SQLite' : 'MariaDB');
  if (serverUrl !== undefined) return;
  const programs = await findMariaDb();
  if (!programs) {
    console.log('SKIPPED on MariaDB: no server (mariadbd, mariadb-install-db) on this machine.');
    return;
  }
  const server = await startMariaDb(programs);
  try {
    const env = { ...process.env, TEST_DATABASE_URL: server.url };
    const child = fork(script, process.argv.slice(2), { env });
    await once(child, 'exit');
    if (child.exitCode !== 0) process.exitCode = 1;
  } finally {
    await server.stop();
  }
}

/** Runs `work` with the API's dependencies in this process, beside the API that is measured. */
export async function withDeps<Result>(
  env: Readonly<Record<string, string>>,
  work: (deps: Deps) => Promise<Result>,
): Promise<Result> {
  const { deps, close } = await openDeps(readEnv(env));
  try {
    return await work(deps);
  } finally {
    await close();
  }
}

/** @param times sorted, in milliseconds. */
export function quantile(times: readonly number[], share: number): number {
  return Number((times[Math.floor(share * (times.length - 1))] ?? NaN).toFixed(1));
}

export function sorted(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}

/** Processor time of a process (the 14th and 15th field of its `stat`, proc(5), in 1/100 s). NaN without /proc. */
export function processorSeconds(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

/** Processor time of a process and its children; 0 where the system does not report it. */
export function processorSecondsWithChildren(pid: number | undefined): number {
  if (pid === undefined) return 0;
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return children
      .filter(Boolean)
      .reduce((sum, child) => sum + processorSecondsWithChildren(Number(child)), processorSeconds(pid));
  } catch {
    return 0;
  }
}
