import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findProgram } from './find-program';
import { dataFolder, root } from './folders';

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

const FONTS = '/usr/share/fonts';

/** Also installs the fonts with which pages are shown until their own have arrived. */
export function findChromium(log: Log): Found {
  const hasFonts =
    existsSync(FONTS) &&
    readdirSync(FONTS, { recursive: true }).some((file) => String(file).includes('LiberationSans'));
  if (!hasFonts) installSystemPackages(['fonts-liberation'], log);
  return findOrInstall(installedChromium, 'no Chromium on this machine', () => {
    log('Installing Chromium with Playwright’s installer…');
    const args = [path.join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'];
    spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore', timeout: 300_000 });
    return installedChromium() ? undefined : installSystemPackages(['chromium'], log);
  });
}

/** Finds a MariaDB server on this machine, or installs it with the system's package manager. */
export function findMariaDbServer(log: Log): Found {
  const find = () => findProgram('mariadbd');
  return findOrInstall(find, 'no MariaDB server on this machine', () =>
    installSystemPackages(['mariadb-server'], log),
  );
}

const installed = (program: string) => () => findProgram(program);

/** The first file of this name below the folders that are named after architectures. */
const library = (name: string) => () =>
  readdirSync('/usr/lib')
    .map((folder) => path.join('/usr/lib', folder, name))
    .find((file) => existsSync(file));

/** What some suites need, or else they are skipped or test less, by the names of programs; each with its package. */
const TEST_PROGRAMS: Readonly<Record<string, { package: string; find: () => string | undefined }>> = {
  git: { package: 'git', find: installed('git') },
  nginx: { package: 'nginx-light', find: installed('nginx') },
  'redis-server': { package: 'redis-server', find: installed('redis-server') },
  bwrap: { package: 'bubblewrap', find: installed('bwrap') },
  logrotate: { package: 'logrotate', find: installed('logrotate') },
  'systemd-analyze': { package: 'systemd', find: installed('systemd-analyze') },
  promtool: { package: 'prometheus', find: installed('promtool') },
  // It brings rsyslog, which may be installed without TLS.
  rsyslogd: { package: 'rsyslog-gnutls', find: library('rsyslog/lmnsd_gtls.so') },
};

/** @returns why each of the programs could not be installed. */
export function provideTestPrograms(log: Log): ReadonlyMap<string, string> {
  const missing = () => Object.entries(TEST_PROGRAMS).filter(([, { find }]) => !find());
  const names = missing().map(([, program]) => program.package);
  // All programs are installed by one call, because each costs seconds; it installs nothing when one of them
  // cannot be had.
  if (names.length > 0) installSystemPackages(names, log);
  return new Map(
    missing().map(([program, { package: name }]) => [
      program,
      installSystemPackages([name], log) ?? 'not found after its installation',
    ]),
  );
}

/** What the journeys in other engines need, by the names of Debian's packages. */
const BROWSERS: Readonly<Record<string, () => string | undefined>> = {
  'firefox-esr': installed('firefox-esr'),
  'webkit2gtk-driver': installed('WebKitWebDriver'),
  xvfb: installed('Xvfb'),
  // Firefox and WebKit play lessons with the codecs of this package.
  'gstreamer1.0-libav': library('gstreamer-1.0/libgstlibav.so'),
};

/** Finds Firefox and WebKitGTK on this machine, or installs what is missing with the system's package manager. */
export const findBrowsers = (log: Log) => findPackages(BROWSERS, log);

/** What a packaged site runs on, by the names of Debian's packages. */
const ONE_MACHINE: Readonly<Record<string, () => string | undefined>> = {
  'mariadb-server': installed('mariadbd'),
  'nginx-light': installed('nginx'),
};
/** The library of Galera is no program. */
const CLUSTER: typeof ONE_MACHINE = {
  ...ONE_MACHINE,
  'galera-4': () => ['/usr/lib/galera/libgalera_smm.so'].find(existsSync),
  haproxy: installed('haproxy'),
  'redis-server': installed('redis-server'),
};

/** Finds the programs of one machine on this one, or installs the missing ones with the system's package manager. */
export const findMachinePrograms = (log: Log) => findPackages(ONE_MACHINE, log);

/** Like {@link findMachinePrograms} for a cluster. */
export const findClusterPrograms = (log: Log) => findPackages(CLUSTER, log);

/** @returns the path of the first, or which are missing and why. */
function findPackages(packages: Readonly<Record<string, () => string | undefined>>, log: Log): Found {
  const missing = () => Object.keys(packages).filter((name) => packages[name]?.() === undefined);
  const find = () => (missing().length === 0 ? Object.values(packages)[0]?.() : undefined);
  return findOrInstall(find, `no ${missing().join(', ')} on this machine`, () =>
    installSystemPackages(missing(), log),
  );
}

/** @param install returns why the installation failed. */
function findOrInstall(
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

const mysqlFolder = path.join(dataFolder, 'mysql');
const unpackedMySql = path.join(mysqlFolder, 'mysqld');
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** Only Debian's unstable suite has a MySQL server. It is unpacked with its libraries. */
export function findMySqlServer(log: Log): Found {
  const find = () => [findProgram('mysqld') ?? '', unpackedMySql].find(isMySql);
  return findOrInstall(find, 'no MySQL server on this machine', () => {
    log('Downloading MySQL from Debian’s unstable suite…');
    return downloadMySql();
  });
}

/** MariaDB has a program of that name as well. */
function isMySql(program: string): boolean {
  if (!existsSync(program)) return false;
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return status === 0 && !stdout.includes('MariaDB');
}

/** @returns why it failed, or `undefined`. */
function downloadMySql(): string | undefined {
  if (!findProgram('apt-get')) return 'the system has no apt-get';
  if (!existsSync(KEYRING)) return `no keys of Debian’s packages (${KEYRING})`;
  rmSync(mysqlFolder, { recursive: true, force: true });
  const apt = path.join(mysqlFolder, 'apt');
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
    // The setting is needed, because other users cannot enter the data folder.
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
  const files = path.join(mysqlFolder, 'files');
  for (const archive of readdirSync(archives).filter((name) => name.endsWith('.deb'))) {
    const { status: code } = spawnSync('dpkg-deb', ['-x', path.join(archives, archive), files]);
    if (code !== 0) return `${archive} could not be unpacked`;
  }
  rmSync(apt, { recursive: true, force: true });
  return writeLauncher(files);
}

/** Starts the server with its own loader: a program cannot run on an older C library than its own. */
function writeLauncher(files: string): string | undefined {
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
  writeFileSync(unpackedMySql, `#!/bin/sh\nexec ${quoted} "$@" --basedir='${files}/usr'\n`, { mode: 0o755 });
  return isMySql(unpackedMySql) ? undefined : 'MySQL does not run on this system';
}
