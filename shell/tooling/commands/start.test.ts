import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { testFolder } from '../../../api/testing/test-folder';
import { releaseMinimalSite } from '../testing/release/minimal-site';
import { type TestStore, testStore } from '../testing/release/jest-store';
import { root } from '../../packages/node/folders';
import { sourceScript } from '../../packages/node/node';
import { freePort } from '../../packages/node/processes';

const SECRETS = [
  'APP_SECRET',
  'PAYPAL_CLIENT_SECRET',
  'SMTP_URL',
  'VIDEO_STORAGE_KEY_ID',
  'VIDEO_STORAGE_SECRET',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'OPS_TOKEN',
  'RELEASE_KEY_REGISTRY',
  'RELEASE_KEY_SHOP',
] as const;
const STORE = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];
const valueOf = (name: string) =>
  name === 'SMTP_URL' ? 'smtp://secret-of-SMTP_URL.invalid' : `secret-of-${name}-which-is-long-enough`;

/** The processes by a part of their command line. */
const PROCESSES = {
  'roles/main.js --migrate': [
    'APP_SECRET',
    'PAYPAL_CLIENT_SECRET',
    'SMTP_URL',
    'VIDEO_STORAGE_KEY_ID',
    'VIDEO_STORAGE_SECRET',
  ],
  'roles/main.js --role office': [
    'APP_SECRET',
    'PAYPAL_CLIENT_SECRET',
    'VIDEO_STORAGE_KEY_ID',
    'VIDEO_STORAGE_SECRET',
  ],
  'paypal-sandbox/main.js': [],
  'role.cjs prerender': STORE,
  'role.cjs watch': [...STORE, 'RELEASE_KEY_REGISTRY'],
  'role.cjs ops': [...STORE, 'OPS_TOKEN', 'RELEASE_KEY_REGISTRY'],
  'role.cjs site': [],
} as const;

interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** The processes of this machine (proc(5)). */
function processes(): readonly Running[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      const [state, parent] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), command }];
    } catch {
      // The process has just ended.
      return [];
    }
  });
}

function descendants(pid: number): readonly Running[] {
  const all = processes();
  const below = (parent: number): Running[] =>
    all.filter((child) => child.parent === parent).flatMap((child) => [child, ...below(child.pid)]);
  return below(pid);
}

function isRunning({ pid, command }: Running): boolean {
  return processes().some((other) => other.pid === pid && other.command === command);
}

async function until<T>(probe: () => T | undefined | false, what: () => string): Promise<T> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const found = probe();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Runs a command as npm does: through a shell that forwards no signals. */
function startThroughShell(command: string, environment: NodeJS.ProcessEnv) {
  const script = `"${process.execPath}" shell/tooling/commands/run.mjs ${command}; exit $?`;
  const child = spawn('sh', ['-c', script], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development', npm_lifecycle_event: 'start', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return { child, output: () => output };
}

async function printed(text: string, { child, output }: ReturnType<typeof startThroughShell>): Promise<void> {
  await until(() => {
    if (child.exitCode !== null) throw new Error(output());
    return output().includes(text);
  }, output);
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('It was not started.');
  return pid;
}

/** The request names the host, because not every resolver knows the names below `localhost`, as browsers do. */
function getFrom(port: number, host: string, path: string): Promise<readonly [number | undefined, string]> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve([response.statusCode, text]));
    })
      .on('error', reject)
      .end();
  });
}

describe('npm start', () => {
  let store: TestStore;
  let started: ReturnType<typeof startThroughShell>;
  let site: string;
  let opsPort: number;

  const running = () => descendants(pidOf(started.child));
  const find = (part: string) => running().find(({ command }) => command.includes(part));

  beforeAll(async () => {
    store = await testStore();
    await store.saveKeys();
    await releaseMinimalSite(store);
    const names = ['PORT', 'CDN_PORT', 'API_PORT', 'SANDBOX_PORT', 'OPS_PORT', 'OFFICE_PORT'];
    const ports = await Promise.all(names.map(() => freePort()));
    site = `http://localhost:${ports[0]}`;
    opsPort = Number(ports[4]);
    started = startThroughShell('start --no-build', {
      ...Object.fromEntries(names.map((name, index) => [name, String(ports[index])])),
      ...Object.fromEntries(SECRETS.map((name) => [name, valueOf(name)])),
      DATA_FOLDER: store.folder,
      STORE_FOLDER: path.join(store.folder, 'store'),
      KEYS_FOLDER: path.join(store.folder, 'keys'),
      DATABASE_URL: '',
      STORE_URL: '',
    });
    await printed('Ctrl-C stops everything.', started);
  });
  afterAll(async () => {
    for (const { pid } of running()) process.kill(pid, 'SIGKILL');
    started.child.kill('SIGKILL');
  });

  it.each(Object.entries(PROCESSES))('gives %s its own secrets only', async (part, own) => {
    const readHeld = () => {
      const environment = readFileSync(`/proc/${find(part)?.pid}/environ`, 'utf8');
      return SECRETS.filter((name) => environment.includes(valueOf(name)));
    };
    // The environment is read again, because on a busy machine the kernel may return its first part only.
    let held = readHeld();
    for (let tries = 0; tries < 20 && held.length < own.length; tries += 1) {
      await delay(50);
      held = readHeld();
    }
    expect(held).toEqual(own);
  });

  it('serves pages, the API and the operators’ pages', async () => {
    const get = async (address: string) => {
      const response = await fetch(address);
      return [response.status, await response.text()] as const;
    };
    expect(await get(`${site}/shop`)).toEqual([200, expect.stringContaining('Hello from the shop')]);
    expect(await get(`${site}/api/health/ready`)).toEqual([200, expect.anything()]);
    expect((await get(`${site}/ops`))[0]).toBe(404);
    const { host, port } = new URL(site.replace('localhost', 'ops.localhost'));
    const login = await getFrom(Number(port), host, '/ops/login');
    expect(login).toEqual([200, expect.stringContaining('Log in')]);
    expect(await getFrom(opsPort, host, '/ops/login')).toEqual(login);
    expect(started.output()).toContain(`For operators:                     http://${host}/ops  (`);
    expect(started.output()).toContain(`http://preview.localhost:${port}`);
    expect(started.output()).not.toContain('has ended');
  });

  it('tells other commands where the site is, which then ask no other one', () => {
    const environment: NodeJS.ProcessEnv = { ...process.env, DATA_FOLDER: store.folder, STORE_URL: '' };
    for (const name of Object.keys(environment)) if (/_?PORT$|_ORIGIN$/.test(name)) delete environment[name];
    const status = spawnSync(process.execPath, sourceScript('shell/tooling/commands/release.ts', 'status'), {
      ...{ cwd: root, env: environment, encoding: 'utf8' },
    });
    expect(status.stderr).toBe('');
    expect(status.stdout).toContain(`Visitors of ${site} get the same.`);
  });

  it('starts a process again that was killed, and names it', async () => {
    const first = find('role.cjs watch');
    if (!first) throw new Error('The watcher does not run.');
    process.kill(first.pid, 'SIGKILL');
    await printed('The role watch has ended (SIGKILL); starting it again in 1 s.', started);
    const second = await until(() => find('role.cjs watch'), started.output);
    expect(second.pid).not.toBe(first.pid);
    expect((await fetch(`${site}/shop`)).status).toBe(200);
  });

  it('leaves no process behind when it is killed', async () => {
    const all = running();
    const supervisor = find('start.ts');
    expect(all.length).toBeGreaterThan(Object.keys(PROCESSES).length);
    process.kill(supervisor?.pid ?? 0, 'SIGKILL');
    await until(
      () => !all.some(isRunning),
      () =>
        all
          .filter(isRunning)
          .map(({ command }) => command)
          .join('\n'),
    );
  });
});

it('runs a role from its sources, and stops it when only the shell of npm gets the signal', async () => {
  const folder = testFolder();
  const OPS_PORT = String(await freePort());
  const started = startThroughShell('role ops', { DATA_FOLDER: folder, PORT: '3000', OPS_PORT });
  await printed('The role ops has started.', started);
  const login = await getFrom(Number(OPS_PORT), 'ops.localhost:3000', '/ops/login');
  expect(login).toEqual([200, expect.stringContaining('Log in')]);
  const all = descendants(pidOf(started.child));
  expect(all.map(({ command }) => /run\.mjs|role\.ts/.exec(command)?.[0])).toEqual(['run.mjs', 'role.ts']);
  started.child.kill('SIGTERM');
  await once(started.child, 'exit');
  await until(() => !all.some(isRunning), started.output);
});
