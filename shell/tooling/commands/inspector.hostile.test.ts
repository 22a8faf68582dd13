import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type TestStore, testStore } from '../testing/release/jest-store';
import { root } from '../../packages/node/folders';
import { freePort } from '../../packages/node/processes';
import { bundleRoles } from '../../platform/release/bundle-roles';

let store: TestStore;
let roles: string;
beforeAll(async () => {
  store = await testStore();
  await store.saveKeys();
  await store.release({ app: 'shell', version: '1.0.0' });
  roles = await bundleRoles();
});

const fileOf = (id: string, name: string) => {
  try {
    return readFileSync(`/proc/${id}/${name}`, 'utf8');
  } catch {
    return '';
  }
};

/** The process and those that it has started, except those in a sandbox of their own. */
function family(id: string): readonly string[] {
  const children = readdirSync('/proc').filter((other) =>
    fileOf(other, 'status').includes(`\nPPid:\t${id}\n`),
  );
  return [id, ...children.filter((child) => !fileOf(child, 'cmdline').includes('bwrap')).flatMap(family)];
}

/** Whether a process has begun to run Node: until then, the system ends it at the signal, and it has no inspector. */
function hasStarted(id: string): boolean {
  const masks = [...fileOf(id, 'status').matchAll(/^Sig(?:Ign|Cgt):\s*(\w+)$/gm)];
  return masks.some(([, mask = '0']) => (BigInt(`0x${mask}`) >> BigInt(constants.signals.SIGUSR1 - 1)) & 1n);
}

/** Starts a program and sends the signal to all its processes once its output matches. @returns its whole output. */
async function signalled(args: readonly string[], ready: RegExp, environment: NodeJS.ProcessEnv = {}) {
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...store.environment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  while (isRunning() && !ready.test(output)) await delay(20);
  const before = output;
  const signals = family(String(child.pid)).filter(hasStarted);
  for (const id of signals) process.kill(Number(id), 'SIGUSR1');
  await delay(500);
  // A process that the signal has ended makes the command end with 130.
  const survived = child.signalCode === null && child.exitCode !== 130;
  if (isRunning()) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  return { before, output, survived, count: signals.length };
}

it('no signal opens the inspector of a release command', async () => {
  const command = ['shell/tooling/commands/run.mjs', 'release', 'check', 'shell@1.0.0'];
  const { output, survived, count } = await signalled(command, /Checking signature/);
  expect(output).not.toMatch(/Debugger|inspector/i);
  expect(survived).toBe(true);
  expect(count).toBeGreaterThan(1);
});

it.each([
  ['ops', /has started/],
  ['watch', /has started/],
  ['prerender', /in a sandbox/],
  ['site', /has started/],
])('no signal opens the inspector of the role %s', async (role, ready) => {
  const ports = Object.fromEntries(
    await Promise.all(
      ['PORT', 'CDN_PORT', 'OPS_PORT', 'API_PORT'].map(async (name) => [name, String(await freePort())]),
    ),
  ) as Record<string, string>;
  const { before, output, survived } = await signalled([path.join(roles, 'role.cjs'), role], ready, ports);
  expect(before).toMatch(ready);
  expect(output).not.toMatch(/Debugger|inspector/i);
  expect(survived).toBe(true);
});
