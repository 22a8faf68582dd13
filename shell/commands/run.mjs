// The entrance to every command of the house. It needs nothing but Node: it installs what is missing,
// then hands over to the command's own script.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const [command = 'start', ...rest] = process.argv.slice(2);

requireNode(20, 19);
installPackages();
runCommand();

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function requireNode(major, minor) {
  const [haveMajor, haveMinor] = process.versions.node.split('.').map(Number);
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return;
  fail(`Node ${major}.${minor} or newer is needed; this is ${process.versions.node}.`);
}

/** Installs when the lock file is another one than at the last installation. */
function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = path.join(root, 'node_modules/.cache/isa-installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  process.stdout.write('Installing packages (about a minute the first time)…\n');
  // `npm ci` refuses lock files written where other platforms' optional binaries were not to be had.
  const npm = process.env.npm_execpath;
  const args = ['install', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit', env: withoutProduction() })
    : spawnSync('npm', args, {
        cwd: root,
        stdio: 'inherit',
        env: withoutProduction(),
        shell: process.platform === 'win32',
      });
  if (result.status !== 0) fail('The packages could not be installed: npm says why above.');
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, lock);
}

/** The build tools are development packages, and the site is built where it is started. */
function withoutProduction() {
  const environment = { ...process.env };
  delete environment.NODE_ENV;
  return environment;
}

function runCommand() {
  const script = path.join(root, 'shell/commands', `${command}.ts`);
  if (!existsSync(script)) fail(`There is no command "${command}".`);
  const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', script, ...rest], {
    cwd: root,
    stdio: 'inherit',
  });
  // A terminal's Ctrl-C reaches the child by itself; a process manager's signals reach only this one.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(signal ? 130 : (code ?? 1)));
}
