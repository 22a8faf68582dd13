import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { root } from './folders';

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** What a search for a tool ended with: where it is, or why it cannot be had. */
export type Found = { readonly path: string } | { readonly missing: string };

/** Chromium: what the machine has, else the browser's own installer, else the system's packages. */
export function findChromium(tell: (line: string) => void): Found {
  const present = () => process.env.CHROMIUM_PATH ?? firstProgram(CHROMIUM_NAMES) ?? ownChromium();
  const found = present();
  if (found) return { path: found };
  tell('Installing Chromium with the browser’s own installer…');
  const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { cwd: root, stdio: 'ignore', timeout: 300_000 });
  if (!present() && installSystemPackages(['chromium'], tell) !== undefined) {
    return {
      missing: 'no Chromium on this machine, and neither its own installer nor the system’s packages have it',
    };
  }
  const installed = present();
  return installed ? { path: installed } : { missing: 'Chromium was installed but cannot be found' };
}

/** A MariaDB server: what the machine has, else the system's packages. */
export function findMariaDbServer(tell: (line: string) => void): Found {
  const present = () => firstProgram(['mariadbd']);
  const found = present();
  if (found) return { path: found };
  const why = installSystemPackages(['mariadb-server'], tell);
  const installed = present();
  return installed
    ? { path: installed }
    : { missing: `no MariaDB server on this machine (${why ?? 'not found after installing'})` };
}

/** @returns why it could not be done, or `undefined`. */
function installSystemPackages(
  packages: readonly string[],
  tell: (line: string) => void,
): string | undefined {
  if (!firstProgram(['apt-get'])) return 'the system has no apt-get';
  const root = process.getuid?.() === 0;
  if (!root && spawnSync('sudo', ['-n', 'true']).status !== 0) return 'installing packages needs root';
  tell(`Installing ${packages.join(', ')} with the system’s packages…`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...args: string[]) =>
    spawnSync(root ? 'apt-get' : 'sudo', root ? args : ['-n', '-E', 'apt-get', ...args], {
      env: environment,
      stdio: 'ignore',
    });
  run('update');
  const { status } = run('install', '-y', '--no-install-recommends', ...packages);
  return status === 0 ? undefined : 'the system’s packages could not be installed';
}

function firstProgram(names: readonly string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  return names
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => existsSync(file));
}

function ownChromium(): string | undefined {
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}
