import { spawnSync } from 'node:child_process';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { apiFolder } from '../src/platform/folders';
import { newestTag, unpackCommit } from './earlier-sources';

const root = path.dirname(apiFolder);
const MIGRATIONS = 'api/src/database/migrations.ts';

const HELP = `Runs the API’s tests of a previous release on the tables of these sources.

Usage: npm run test:previous -w @isa/api -- [commit] [options of Jest]

<commit>  a commit or tag; the newest tag without it
--help    print this text

Examples:
  npm run test:previous -w @isa/api
  npm run test:previous -w @isa/api -- v1.0.0 --testPathPatterns orders`;

/**
 * Runs the API's tests of a previous release on the tables of this one: during a rollout both releases use them. The
 * release is a commit, by default the newest tagged one.
 * Packages are those of this release. Tests of the tables themselves are left out.
 */
function main(args: readonly string[]): number {
  if (args.includes('--help')) {
    console.log(HELP);
    return 0;
  }
  const [commit = newestTag(), ...options] = args;
  if (!commit) {
    console.error('No release is tagged yet, so there is nothing to be compatible with; or name a commit.');
    return 2;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'isa-previous-'));
  try {
    unpackCommit(commit, folder);
    linkPackages(folder);
    cpSync(path.join(root, MIGRATIONS), path.join(folder, MIGRATIONS));
    console.log(`The tests of ${commit} run on the tables of this release.`);
    const jest = path.join(root, 'node_modules/jest/bin/jest.js');
    const tests = [
      '--selectProjects',
      'api',
      '--testPathIgnorePatterns',
      '/api/src/database/',
      '/api/(content|bench)/',
    ];
    const { status } = spawnSync(process.execPath, [jest, ...tests, ...options], {
      cwd: folder,
      stdio: 'inherit',
    });
    return status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Links the installed packages, and the workspaces to the folders of the previous release. */
function linkPackages(folder: string): void {
  for (const workspace of ['.', 'api', 'api/contract', 'shell']) {
    const installed = path.join(root, workspace, 'node_modules');
    if (lstatSync(installed, { throwIfNoEntry: false }))
      linkAll(installed, path.join(folder, workspace, 'node_modules'));
  }
}

function linkAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const source = path.join(from, name);
    if (name === '@isa') linkAll(source, path.join(to, name));
    else if (path.basename(from) === '@isa') symlinkSync(readlinkSync(source), path.join(to, name));
    else symlinkSync(source, path.join(to, name));
  }
}

process.exitCode = main(process.argv.slice(2));
