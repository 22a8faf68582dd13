import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { closeSync, openSync, readFileSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { z } from 'zod';
import { testFolder } from '../../../api/testing/test-folder';
import { linkedFolders, spawnInSandbox } from './sandbox';

const KEY = 'the private key of the registry';
const ENVIRONMENT_SECRET = 'the secret of the application';
const DESCRIPTOR_SECRET = 'the content of an open file';
/** A user of this machine that owns nothing else. */
const ORDINARY_USER = 54_321;

const outcomes = z.record(z.string(), z.string());

/** Starts the attacks from a separate process, which holds keys and may be of another user. */
async function attackAs(user: number | undefined) {
  const base = testFolder();
  await chmod(base, 0o755);
  await mkdir(path.join(base, '.data/keys'), { recursive: true });
  await writeFile(path.join(base, '.data/keys/registry.key.pem'), KEY, { mode: 0o600 });
  await chmod(path.join(base, '.data'), 0o700);
  await copyFile(path.join(__dirname, 'testing/attack-sandbox.mjs'), path.join(base, 'attack-sandbox.mjs'));
  const secret = path.join(base, 'open-file');
  await writeFile(secret, DESCRIPTOR_SECRET);
  const outfile = path.join(base, 'start-attack.cjs');
  const entry = path.join(__dirname, 'testing/start-attack.ts');
  await build({ entryPoints: [entry], bundle: true, platform: 'node', target: 'node20', outfile });
  const descriptor = openSync(secret, 'r');
  unlinkSync(secret);
  const owner = user === undefined ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
  if (user !== undefined) spawnSync('chown', ['-R', `${user}:${user}`, base]);
  const [program = '', ...args] = [...owner, process.execPath, outfile, base];
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, APP_SECRET: ENVIRONMENT_SECRET },
    // The descriptor is inherited, as one would be that a shell has opened.
    stdio: ['ignore', 'pipe', 'pipe', 'ignore', 'ignore', descriptor],
  });
  closeSync(descriptor);
  if (status !== 0) throw new Error(stderr);
  return outcomes.parse(JSON.parse(stdout));
}

const isRoot = process.getuid?.() === 0;
const users: readonly (readonly [string, number | undefined])[] = isRoot
  ? [
      ['root', undefined],
      ['an ordinary user', ORDINARY_USER],
    ]
  : [['an ordinary user', undefined]];

describe.each(users)('hostile code in the sandbox that %s has started', (_name, user) => {
  let found: Readonly<Record<string, string>>;
  let kernelSetting: string;
  beforeAll(async () => {
    kernelSetting = readFileSync('/proc/sys/kernel/core_pattern', 'utf8');
    found = await attackAs(user);
  });

  it('finds no key, secret or open file of the machine in anything that it can read', () => {
    const everything = JSON.stringify(found);
    for (const secret of [KEY, ENVIRONMENT_SECRET, DESCRIPTOR_SECRET]) {
      expect(everything).not.toContain(secret);
    }
  });

  it('is a user of its own without any capability', () => {
    expect(found.user).toMatch(/^65534:65534/);
    expect(found.capabilities?.match(/\b[\da-f]{16}\b/g)).toEqual(Array(5).fill('0'.repeat(16)));
    expect(found.noNewPrivileges).toBe('true');
  });

  it.each([
    ...['unmount', 'unmountWithSystemCall', 'unmountEverything', 'remount', 'mount', 'bind'],
    ...[
      'namespacesThenKey',
      'namespacesThenProc',
      'enterParent',
      'chroot',
      'parentFiles',
      'parentEnvironment',
    ],
    ...[
      'parentMemory',
      'initFiles',
      'traceParent',
      'signalParent',
      'kernelSettings',
      'writeSource',
      'passwords',
    ],
    ...['homeOfRoot', 'deviceMemory', 'typeIntoTerminal', 'makeDevice', 'setUser', 'openByHandle', 'socket'],
    ...['abstractSocket', 'network'],
  ])('is refused: %s', (attack) => {
    expect(found[attack]).toMatch(/^refused: /);
  });

  it('sees its own processes and environment only', () => {
    expect(found.ownEnvironment?.split(' ').sort()).toEqual(['PATH', 'PWD']);
    expect(found.disks).toBe('');
  });

  it('has not changed a setting of the kernel', () => {
    expect(readFileSync('/proc/sys/kernel/core_pattern', 'utf8')).toBe(kernelSetting);
  });
});

it.each([
  ['with the programs of the machine', true],
  ['with nothing but Node', false],
])('ends all that runs inside when it is killed, %s', async (_what, programs) => {
  const script = `process.stdout.write('started'); setInterval(() => undefined, 1_000);`;
  const command = [process.execPath, '-e', script];
  const child = spawnInSandbox({ command, environment: {}, mounts: [], programs });
  const started = once(child.stdout, 'data');
  const closed = once(child, 'close');
  expect(String(await started)).toBe('started');
  child.kill('SIGKILL');
  // Its output stays open for as long as it runs.
  expect(await closed).toEqual([null, 'SIGKILL']);
});

it('fails without bubblewrap, and says how to install it', () => {
  const path = process.env.PATH;
  process.env.PATH = '';
  try {
    jest.isolateModules(() => {
      const fresh = jest.requireActual<{ requireSandbox(): void }>('./sandbox');
      expect(() => fresh.requireSandbox()).toThrow(/bubblewrap is not installed.*apt install bubblewrap/);
    });
  } finally {
    process.env.PATH = path;
  }
});

it('cannot be switched off in production', () => {
  const environment = { NODE_ENV: 'production', SANDBOX: 'none' };
  jest.isolateModules(() => {
    const { isUnsandboxed } = jest.requireActual<{ isUnsandboxed(environment: NodeJS.ProcessEnv): boolean }>(
      './sandbox',
    );
    expect(isUnsandboxed(environment)).toBe(false);
    expect(isUnsandboxed({ SANDBOX: 'none' })).toBe(true);
  });
});

it('shows the packages that a project below the folder of temporary files links to', async () => {
  const clone = testFolder();
  const project = testFolder();
  for (const name of ['node_modules/react', 'node_modules/@isa', 'packages/ui']) {
    await mkdir(path.join(clone, name), { recursive: true });
  }
  await symlink(path.join(clone, 'packages/ui'), path.join(clone, 'node_modules/@isa/ui'));
  await mkdir(path.join(project, 'node_modules/@isa'), { recursive: true });
  await symlink(path.join(clone, 'node_modules/react'), path.join(project, 'node_modules/react'));
  const shown = linkedFolders(project);
  expect(shown).toContain(path.join(clone, 'node_modules'));
  expect(shown).toContain(path.join(clone, 'packages/ui'));
  expect(shown).not.toContain(clone);
});
