import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findProgram } from './find-program';
import { dataFolder } from './locations';
import { findOrInstall, type Found } from './programs';

const folder = path.join(dataFolder, 'mysql');
const unpacked = path.join(folder, 'mysqld');
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * Finds a MySQL server on this machine, or downloads the one of Debian's unstable suite; the stable one has only MariaDB.
 * It is unpacked with all its libraries into the data folder, and nothing is installed.
 */
export function findMySqlServer(log: (line: string) => void): Found {
  const find = () => [findProgram('mysqld') ?? '', unpacked].find(isMySql);
  return findOrInstall(find, 'no MySQL server on this machine', () => {
    log('Downloading MySQL from Debian’s unstable suite…');
    return download();
  });
}

/** MariaDB has a program of that name, too. */
function isMySql(program: string): boolean {
  if (!existsSync(program)) return false;
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return status === 0 && !stdout.includes('MariaDB');
}

/** @returns why it failed, or `undefined`. */
function download(): string | undefined {
  if (!findProgram('apt-get')) return 'the system has no apt-get';
  if (!existsSync(KEYRING)) return `no keys of Debian’s packages (${KEYRING})`;
  rmSync(folder, { recursive: true, force: true });
  const apt = path.join(folder, 'apt');
  const archives = path.join(apt, 'cache/archives');
  for (const needed of [path.join(archives, 'partial'), path.join(apt, 'state/lists/partial')]) {
    mkdirSync(needed, { recursive: true });
  }
  const status = path.join(apt, 'status');
  const sources = path.join(apt, 'sources.list');
  // Without installed packages all libraries are downloaded, the C library as well.
  writeFileSync(status, '');
  writeFileSync(sources, `deb [signed-by=${KEYRING}] http://deb.debian.org/debian unstable main\n`);
  const settings = {
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '-',
    'Dir::State': path.join(apt, 'state'),
    'Dir::State::status': status,
    'Dir::Cache': path.join(apt, 'cache'),
    // Other users cannot enter the data folder.
    'APT::Sandbox::User': '',
    'Acquire::Languages': 'none',
    'Acquire::http::Timeout': '20',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const aptGet = (...args: readonly string[]) =>
    spawnSync('apt-get', [...options, ...args], { stdio: 'ignore', timeout: 300_000 }).status === 0;
  if (!aptGet('update', '--error-on=any')) return 'the list of Debian’s packages could not be downloaded';
  if (!aptGet('install', '-y', '--download-only', '--no-install-recommends', 'mysql-server-core')) {
    return 'Debian’s package mysql-server-core could not be downloaded';
  }
  const files = path.join(folder, 'files');
  for (const archive of readdirSync(archives).filter((name) => name.endsWith('.deb'))) {
    const { status: code } = spawnSync('dpkg-deb', ['-x', path.join(archives, archive), files]);
    if (code !== 0) return `${archive} could not be unpacked`;
  }
  rmSync(apt, { recursive: true, force: true });
  return writeStarter(files);
}

/** Its loader comes with it, because a program cannot run on an older C library than it was built for. */
function writeStarter(files: string): string | undefined {
  const lib = path.join(files, 'usr/lib');
  const libraries = readdirSync(lib).find((name) => name.endsWith('-linux-gnu'));
  const loader =
    libraries && readdirSync(path.join(lib, libraries)).find((name) => /^ld-linux.*\.so/.test(name));
  if (!libraries || !loader) return 'Debian’s packages contain no loader';
  const libraryFolder = path.join(lib, libraries);
  const command = [
    path.join(libraryFolder, loader),
    '--library-path',
    libraryFolder,
    path.join(files, 'usr/sbin/mysqld'),
  ];
  const quoted = command.map((part) => `'${part}'`).join(' ');
  writeFileSync(unpacked, `#!/bin/sh\nexec ${quoted} "$@" --basedir='${files}/usr'\n`, { mode: 0o755 });
  return isMySql(unpacked) ? undefined : 'MySQL does not run on this system';
}
