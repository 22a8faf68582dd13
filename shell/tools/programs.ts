import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { root } from './folders';

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The result of a search for a program: its path, or why it is unavailable. */
export type Found = { readonly path: string } | { readonly missing: string };

/** Finds Chromium on this machine, or installs it with Playwright's installer, or with the system's package manager. */
export function findChromium(log: (line: string) => void): Found {
  const present = () => process.env.CHROMIUM_PATH ?? firstProgram(CHROMIUM_NAMES) ?? playwrightChromium();
  const found = present();
  if (found) return { path: found };
  log('Installing Chromium with Playwright’s installer…');
  const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { cwd: root, stdio: 'ignore', timeout: 300_000 });
  if (!present() && installSystemPackages(['chromium'], log) !== undefined) {
    return {
      missing:
        'no Chromium on this machine, and neither Playwright nor the system’s package manager can install it',
    };
  }
  const installed = present();
  return installed ? { path: installed } : { missing: 'Chromium was installed but is not found' };
}

/** Finds a MariaDB server on this machine, or installs it with the system's package manager. */
export function findMariaDbServer(log: (line: string) => void): Found {
  const present = () => firstProgram(['mariadbd']);
  const found = present();
  if (found) return { path: found };
  const why = installSystemPackages(['mariadb-server'], log);
  const installed = present();
  return installed
    ? { path: installed }
    : { missing: `no MariaDB server on this machine (${why ?? 'not found after installing'})` };
}

/** @returns why the installation failed, or `undefined`. */
function installSystemPackages(packages: readonly string[], log: (line: string) => void): string | undefined {
  if (!firstProgram(['apt-get'])) return 'the system has no apt-get';
  const root = process.getuid?.() === 0;
  if (!root && spawnSync('sudo', ['-n', 'true']).status !== 0) return 'installing packages needs root';
  log(`Installing ${packages.join(', ')} with the system’s package manager…`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...args: string[]) =>
    spawnSync(root ? 'apt-get' : 'sudo', root ? args : ['-n', '-E', 'apt-get', ...args], {
      env: environment,
      stdio: 'ignore',
    });
  run('update');
  const { status } = run('install', '-y', '--no-install-recommends', ...packages);
  return status === 0 ? undefined : 'the system’s package manager failed';
}

function firstProgram(names: readonly string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  return names
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => existsSync(file));
}

function playwrightChromium(): string | undefined {
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}
