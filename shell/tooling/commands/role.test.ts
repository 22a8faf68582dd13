import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { testFolder } from '../../../api/testing/test-folder';
import { serve } from '../../../api/testing/test-server';
import { sourceScript } from '../../packages/node/node';
import { freePort } from '../../packages/node/processes';

/** Starts a role and collects its output. */
function start(role: string, environment: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, sourceScript('shell/tooling/commands/role.ts', role), {
    env: { ...process.env, ...environment },
    stdio: 'pipe',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return { child, output: () => output };
}

it('names the roles when it gets another name', async () => {
  const { child, output } = start('king', {});
  expect(await once(child, 'exit')).toEqual([2, null]);
  expect(output()).toContain(
    'Allowed choices are web, jobs, prepare, office, prerender, watch, ops, site.\n',
  );
});

it('does not start in production without what the role needs', async () => {
  const { child, output } = start('ops', { NODE_ENV: 'production', OPS_TOKEN: '' });
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(output().trim()).toBe('The role ops needs OPS_TOKEN.');
});

/** Waits until the role works. */
async function hasStarted({ child, output }: ReturnType<typeof start>, role: string): Promise<void> {
  while (!output().includes(`The role ${role} has started`)) {
    if (child.exitCode !== null) throw new Error(output());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it('serves the site without the secrets of other roles, and warns about them', async () => {
  const folder = testFolder();
  const [PORT, CDN_PORT] = [String(await freePort()), String(await freePort())];
  const site = start('site', { DATA_FOLDER: folder, PORT, CDN_PORT, APP_SECRET: 'a secret' });
  const { child, output } = site;
  try {
    await hasStarted(site, 'site');
    expect(output()).toContain('Warning: APP_SECRET is set, which the role site must not hold.');
    expect((await fetch(`http://localhost:${CDN_PORT}/registry.json`)).status).toBe(404);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
});

it('answers the request that it has forwarded when it is stopped', async () => {
  let answer = (_text: string) => {};
  const api = createServer((_request, response) => (answer = (text) => response.end(text)));
  const [PORT, CDN_PORT] = [String(await freePort()), String(await freePort())];
  const site = start('site', {
    DATA_FOLDER: testFolder(),
    PORT,
    CDN_PORT,
    API_ORIGIN: (await serve(api)).origin,
  });
  try {
    await hasStarted(site, 'site');
    const response = fetch(`http://localhost:${PORT}/api/books`);
    await once(api, 'request');
    const ended = once(site.child, 'exit');
    site.child.kill('SIGTERM');
    // Afterwards the role refuses connections, and waits for this answer only.
    const isRefused = () =>
      fetch(`http://localhost:${CDN_PORT}/`).then(
        () => false,
        () => true,
      );
    while (!(await isRefused()));
    answer('the books');
    expect(await (await response).text()).toBe('the books');
    expect(await ended).toEqual([0, null]);
  } finally {
    site.child.kill('SIGKILL');
  }
});
