// The entry point of every npm script. It needs only Node: it installs missing packages and then runs the command's
// script.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { commandNames, commandOf } from './command-table.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const [command = 'start', ...rest] = process.argv.slice(2);

/** Names the process that installs packages. */
const INSTALLER = path.join(root, '.cache/isa-installer');

/**
 * The same for everybody, whatever their own settings of npm are. Scripts of packages do not run: none of ours needs one, and
 * they are how worms of the registry spread.
 */
const NPM_OPTIONS = [
  ...['--no-audit', '--no-fund', '--no-save', '--loglevel=error'],
  ...['--package-lock', '--include=optional', '--no-legacy-peer-deps', '--ignore-scripts'],
];

/** The seconds between two lines that say that the packages are still being installed. */
const PROGRESS_SECONDS = 10;

/** In production nothing is installed, because it gets what was built and tested elsewhere. */
const isProduction = process.env.NODE_ENV === 'production';
const OMITS = process.env.npm_config_omit?.split(/\s+/).includes('dev')
  ? ` If this is not production: npm has set NODE_ENV because its setting "omit" contains "dev". "node shell/tooling/commands/run.mjs ${command}" does the same without npm.`
  : '';
const PACKAGE = `In production nothing is installed or compiled: run "npm run package" where you build, unpack its archive here, and start each role with "node shell/role.cjs <role>" (shell/docs/operating.md).${OMITS}`;

// Without a listener, Node would open its inspector. The command's process must ignore the signal before it
// loads anything.
process.on('SIGUSR1', () => undefined);
const nodeOptions = [
  ...['--require', path.join(root, 'shell/packages/node/ignore-inspector.cjs')],
  ...['--conditions=source', '--import', 'tsx'],
];

requireNode(20, 19);
if (!commandOf(command)) {
  process.stderr.write(`error: Unknown command: ${command}. Known: ${commandNames.join(', ')}.\n`);
  process.exit(2);
}
if (isProduction && command === 'start') fail(PACKAGE);
if (process.getuid?.() === 0) openToSandbox();
await installPackages();
const { tools, script = command, first = [], forwards } = commandOf(command);
// Wrong arguments and `--help` end the process here. The release commands parse their arguments themselves.
if (tools || !forwards) (await import('./command-line.mjs')).readCommandLine(command, rest);
if (tools) await runTools(tools);
else await runScript(script, first);

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function requireNode(major, minor) {
  const [installedMajor, installedMinor] = process.versions.node.split('.').map(Number);
  if (installedMajor > major || (installedMajor === major && installedMinor >= minor)) return;
  fail(`Node ${major}.${minor} or newer is needed; this is ${process.versions.node}.`);
}

/** Root's sandbox runs as the user `nobody`, who reads the sources and what is installed and built from here on. */
function openToSandbox() {
  if ((statSync(path.join(root, 'package.json')).mode & 0o004) === 0)
    fail(
      `Releases are built by the user nobody, who may not read ${root}. Clone it again after "umask 022", or as another user than root.`,
    );
  process.umask(process.umask() & ~0o055);
}

/**
 * Installs the packages when the lock file has changed since the last installation. The first start of a clone
 * installs only what it needs, a third of them; the next other command installs the rest.
 */
async function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = path.join(root, 'node_modules/.cache/isa-installed');
  const startOnly = `${lock} start`;
  const readStamp = () => existsSync(stamp) && readFileSync(stamp, 'utf8');
  const isInstalled = () => [lock, ...(command === 'start' ? [startOnly] : [])].includes(readStamp());
  if (isInstalled()) return;
  if (isProduction) fail(PACKAGE);
  // Standard output belongs to the command, which may print JSON.
  const log = (line) => process.stderr.write(`${line}\n`);
  await becomeInstaller(log);
  if (isInstalled()) return rmSync(INSTALLER);
  const installed = readStamp();
  if (installed === false && existsSync(path.join(root, 'node_modules'))) {
    log('The packages were not installed completely, so they are removed and installed again.');
    removeInstalled();
  }
  // Without the stamp, an installation that is killed from here on is repeated.
  rmSync(stamp, { force: true });
  const isFirstStart = command === 'start' && !existsSync(path.join(root, 'node_modules'));
  // The first start installs only what it needs, and the next other command the rest.
  const which = isFirstStart ? 'the packages of the site' : 'packages';
  log(`Installing ${which} (a minute, or several on a slow connection)…`);
  // `npm ci` rejects lock files that were written without the optional binaries of other platforms.
  const npm = process.env.npm_execpath;
  const others = ['dev', 'peer'].map((type) => `--${isFirstStart ? 'omit' : 'include'}=${type}`);
  const args = ['install', ...NPM_OPTIONS, ...others];
  const options = { cwd: root, stdio: ['inherit', 2, 2] };
  const child = npm
    ? spawn(process.execPath, [npm, ...args], options)
    : spawn('npm', args, { ...options, shell: process.platform === 'win32' });
  let seconds = 0;
  const progress = setInterval(
    () => log(`Still installing packages, for ${(seconds += PROGRESS_SECONDS)} s…`),
    PROGRESS_SECONDS * 1_000,
  );
  const [code] = await once(child, 'exit').catch(() => []);
  clearInterval(progress);
  if (code === 0) {
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, isFirstStart ? startOnly : lock);
  }
  rmSync(INSTALLER, { force: true });
  if (code !== 0) fail('The packages could not be installed. See the output of npm above.');
}

/** Waits until no other process of this checkout installs packages. */
async function becomeInstaller(log) {
  mkdirSync(path.dirname(INSTALLER), { recursive: true });
  let announced = 0;
  for (;;) {
    try {
      return writeFileSync(INSTALLER, String(process.pid), { flag: 'wx' });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const other = installer();
    if (other === undefined) rmSync(INSTALLER, { force: true });
    else if (other !== announced)
      log(`Process ${(announced = other)} is installing the packages. Waiting for it…`);
    if (other !== undefined) await setTimeout(500);
  }
}

/** @returns the process that installs packages; `undefined` when it was killed. */
function installer() {
  try {
    const pid = Number(readFileSync(INSTALLER, 'utf8'));
    if (!(pid > 0)) return undefined;
    // Another user's process cannot be signalled, and runs.
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    return error.code === 'EPERM' ? -1 : undefined;
  }
}

/** Removes the packages of all workspaces, and what was compiled against them. */
function removeInstalled() {
  const { workspaces = [] } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const folders = workspaces.flatMap((workspace) => {
    if (!workspace.endsWith('/*')) return workspace;
    const parent = workspace.slice(0, -2);
    return readdirSync(path.join(root, parent)).map((name) => `${parent}/${name}`);
  });
  for (const folder of ['.', ...folders]) {
    for (const name of ['node_modules', 'dist']) {
      rmSync(path.join(root, folder, name), { recursive: true, force: true });
    }
  }
}

/** npm forwards a signal to the shell that it has started, which ends without forwarding it. */
function onParentEnd(stop) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 500);
}

/** Runs programs of node_modules one after another, until one fails. */
async function runTools(tools) {
  for (const [program, ...args] of tools) {
    const file = path.join(root, 'node_modules', program);
    const child = spawn(process.execPath, [file, ...args, ...rest], { cwd: root, stdio: 'inherit' });
    const code = await endOf(child);
    if (code !== 0) process.exit(code);
  }
  // The watch on npm's process would keep this one running.
  process.exit(0);
}

/** Runs the script of a command. */
async function runScript(name, args) {
  const script = path.join(root, 'shell/tooling/commands', `${name}.ts`);
  const child = spawn(process.execPath, [...nodeOptions, script, ...args, ...rest], {
    cwd: root,
    // The setting names the shell's configuration: the project's own contains no files, and tsx would transform
    // JSX as older versions of React need it.
    env: { ...process.env, TSX_TSCONFIG_PATH: path.join(root, 'shell/tsconfig.json') },
    // Through the channel the command notices when this process has ended.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  process.exit(await endOf(child));
}

/** @returns the exit code of a process, which gets the signals that end this one. */
async function endOf(child) {
  if (process.env.npm_lifecycle_event) onParentEnd(() => child.kill('SIGTERM'));
  // These signals are ignored here: a terminal sends Ctrl-C to the child too, and a process manager sends its
  // signals to this process only.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [code, signal] = await once(child, 'exit');
  return signal ? 130 : (code ?? 1);
}
