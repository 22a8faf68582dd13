import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findProgram } from './find-program';
import { root } from './folders';

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The result of a search for a program: its path, or why it is unavailable. */
export type Found = { readonly path: string } | { readonly missing: string };

type Log = (line: string) => void;

/** The path of this machine's Chromium; `undefined` without one. `CHROMIUM_PATH` comes first. */
export function installedChromium(): string | undefined {
  const installedByPlaywright = chromium.executablePath();
  return (
    process.env.CHROMIUM_PATH ??
    findProgram(...CHROMIUM_NAMES) ??
    (existsSync(installedByPlaywright) ? installedByPlaywright : undefined)
  );
}

/** Finds Chromium on this machine, or installs it with Playwright's installer, or with the system's package manager. */
export function findChromium(log: Log): Found {
  return findOrInstall(installedChromium, 'no Chromium on this machine', () => {
    log('Installing Chromium with Playwright’s installer…');
    const args = [path.join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'];
    spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore', timeout: 300_000 });
    return installedChromium() ? undefined : installSystemPackages(['chromium', 'fonts-liberation'], log);
  });
}

/** Finds a MariaDB server on this machine, or installs it with the system's package manager. */
export function findMariaDbServer(log: Log): Found {
  const find = () => findProgram('mariadbd');
  return findOrInstall(find, 'no MariaDB server on this machine', () =>
    installSystemPackages(['mariadb-server'], log),
  );
}

/** What the journeys in other engines need, by the names of Debian's packages. */
const BROWSERS: Readonly<Record<string, () => string | undefined>> = {
  'firefox-esr': () => findProgram('firefox-esr'),
  'webkit2gtk-driver': () => findProgram('WebKitWebDriver'),
  xvfb: () => findProgram('Xvfb'),
  // Both play lessons with its codecs. Its library is in a folder with the name of the architecture.
  'gstreamer1.0-libav': () =>
    readdirSync('/usr/lib')
      .map((folder) => path.join('/usr/lib', folder, 'gstreamer-1.0/libgstlibav.so'))
      .find((file) => existsSync(file)),
};

/** Finds Firefox and WebKitGTK on this machine, or installs what is missing with the system's package manager. */
export function findBrowsers(log: Log): Found {
  return findPackages(BROWSERS, log);
}

/** The programs without which some suites are skipped or test less, and the package of each. */
const TEST_PROGRAMS: Readonly<Record<string, string>> = {
  nginx: 'nginx-light',
  'redis-server': 'redis-server',
  bwrap: 'bubblewrap',
  'systemd-analyze': 'systemd',
  promtool: 'prometheus',
};

/**
 * Installs the programs that suites need with the system's package manager.
 * @returns why each of the others could not be installed, by program.
 */
export function provideTestPrograms(log: Log): ReadonlyMap<string, string> {
  const missing = () => Object.entries(TEST_PROGRAMS).filter(([program]) => !findProgram(program));
  const names = missing().map(([, name]) => name);
  // Each call costs seconds, so one for all; it installs nothing when one of them cannot be had.
  if (names.length > 0) installSystemPackages(names, log);
  return new Map(
    missing().map(([program, name]) => [
      program,
      installSystemPackages([name], log) ?? 'not found after its installation',
    ]),
  );
}

/** What `npm run cluster` runs, by the names of Debian's packages. The library of Galera is no program. */
const CLUSTER: Readonly<Record<string, () => string | undefined>> = {
  'mariadb-server': () => findProgram('mariadbd'),
  'galera-4': () => ['/usr/lib/galera/libgalera_smm.so'].find(existsSync),
  haproxy: () => findProgram('haproxy'),
  'redis-server': () => findProgram('redis-server'),
  'nginx-light': () => findProgram('nginx'),
};

/** Finds the programs of a cluster on this machine, or installs the missing ones with the system's package manager. */
export function findClusterPrograms(log: Log): Found {
  return findPackages(CLUSTER, log);
}

/** @returns the path of the first, or which are missing and why. */
function findPackages(packages: Readonly<Record<string, () => string | undefined>>, log: Log): Found {
  const missing = () => Object.keys(packages).filter((name) => packages[name]?.() === undefined);
  const find = () => (missing().length === 0 ? Object.values(packages)[0]?.() : undefined);
  return findOrInstall(find, `no ${missing().join(', ')} on this machine`, () =>
    installSystemPackages(missing(), log),
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

let listsUpdated = false;

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
  listsUpdated ||= aptGet('update').status === 0;
  const { status } = aptGet('install', '-y', '--no-install-recommends', ...names);
  return status === 0 ? undefined : 'the system’s package manager failed';
}
