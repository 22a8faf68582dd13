import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findProgram } from './find-program';
import { root } from './folders';

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The result of a search for a program: its path, or why it is unavailable. */
export type Found = { readonly path: string } | { readonly missing: string };

type Log = (line: string) => void;

/** Finds Chromium on this machine, or installs it with Playwright's installer, or with the system's package manager. */
export function findChromium(log: Log): Found {
  const installedByPlaywright = chromium.executablePath();
  const find = () =>
    process.env.CHROMIUM_PATH ??
    findProgram(...CHROMIUM_NAMES) ??
    (existsSync(installedByPlaywright) ? installedByPlaywright : undefined);
  return findOrInstall(find, 'no Chromium on this machine', () => {
    log('Installing Chromium with Playwright’s installer…');
    const args = [path.join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'];
    spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore', timeout: 300_000 });
    return find() ? undefined : installSystemPackages(['chromium', 'fonts-liberation'], log);
  });
}

/** Finds a MariaDB server on this machine, or installs it with the system's package manager. */
export function findMariaDbServer(log: Log): Found {
  const find = () => findProgram('mariadbd');
  return findOrInstall(find, 'no MariaDB server on this machine', () =>
    installSystemPackages(['mariadb-server'], log),
  );
}

/** Installs a Redis server with the system's package manager unless there is one. Without one, its tests are skipped. */
export function provideRedisServer(log: Log): void {
  findOrInstall(
    () => findProgram('redis-server'),
    'no Redis server on this machine',
    () => installSystemPackages(['redis-server'], log),
  );
}

/** @param install returns why the installation failed. */
export function findOrInstall(
  find: () => string | undefined,
  missing: string,
  install: () => string | undefined,
): Found {
  const present = find();
  if (present) return { path: present };
  const failure = install();
  const installed = find();
  return installed
    ? { path: installed }
    : { missing: `${missing} (${failure ?? 'not found after its installation'})` };
}

/** @returns why the installation failed, or `undefined`. */
function installSystemPackages(names: readonly string[], log: Log): string | undefined {
  if (!findProgram('apt-get')) return 'the system has no apt-get';
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && spawnSync('sudo', ['-n', 'true']).status !== 0) return 'installing packages needs root';
  log(`Installing ${names.join(', ')} with the system’s package manager…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (...args: string[]) => {
    const [program = '', ...before] = isRoot ? ['apt-get'] : ['sudo', '-n', '-E', 'apt-get'];
    return spawnSync(program, [...before, ...args], { env, stdio: 'ignore' });
  };
  aptGet('update');
  const { status } = aptGet('install', '-y', '--no-install-recommends', ...names);
  return status === 0 ? undefined : 'the system’s package manager failed';
}
