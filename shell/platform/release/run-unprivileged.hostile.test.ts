import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { testFolder } from '../../../api/testing/test-folder';
import { testKeys } from '../../tooling/testing/release/test-store';
import { dataFolder, root } from '../../packages/node/folders';
import { runUnprivileged } from './run-unprivileged';

const found = z.object({
  environment: z.array(z.string()),
  environments: z.string(),
  commands: z.array(z.string()),
  keys: z.array(z.string()),
  key: z.string(),
  data: z.array(z.string()),
  socket: z.string(),
  source: z.string(),
});

const SECRETS = {
  RELEASE_KEY_REGISTRY: 'the-operators-key',
  RELEASE_KEY_SHOP: 'the-teams-key',
  APP_SECRET: 'the-applications-secret',
  OPS_TOKEN: 'the-operators-token',
  AWS_SECRET_ACCESS_KEY: 'the-secret-of-the-bucket',
};

// The folder is not below that of temporary files, which is hidden anyway.
jest.mock('../../packages/node/folders', () => ({
  ...jest.requireActual<object>('../../packages/node/folders'),
  dataFolder: `/var/tmp/isa-hostile-${process.pid}`,
}));

const data = dataFolder;
let host: Server;

beforeAll(async () => {
  await mkdir(path.join(data, 'keys'), { recursive: true });
  await mkdir(path.join(data, 'store'));
  await writeFile(path.join(data, 'keys/registry.key.pem'), SECRETS.RELEASE_KEY_REGISTRY);
  await writeFile(path.join(data, 'ops-token'), SECRETS.OPS_TOKEN);
  host = createServer().listen(path.join(data, 'host.sock'));
  Object.assign(process.env, SECRETS);
});
afterEach(() => {
  delete process.env.SANDBOX;
});
afterAll(async () => {
  for (const name of Object.keys(SECRETS)) Reflect.deleteProperty(process.env, name);
  host.close();
  await rm(data, { recursive: true });
});

/** What a release finds that has left its renderer, in the process of the gates. */
function search(isOwn = false) {
  return runUnprivileged({
    task: 'The check of shop@6.6.6',
    script: 'shell/tooling/testing/release/search-keys.ts',
    args: [
      path.join(data, 'keys'),
      data,
      path.join(data, 'host.sock'),
      path.join(root, 'shell/tooling/commands/written.tmp'),
    ],
    result: found,
    keys: testKeys(),
    isOwn: async () => isOwn,
    reads: [path.join(data, 'store')],
  });
}

it('the gates of a release run where no key, process, socket or source of the machine can be reached', async () => {
  const { environment, environments, commands, keys, key, data: visible, socket, source } = await search();
  expect(environment).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/RELEASE_KEY|SECRET|TOKEN|AWS_SECRET/)]),
  );
  for (const secret of Object.values(SECRETS)) expect(environments).not.toContain(secret);
  // The release sees only the sandbox itself and this script.
  expect(commands.filter((line) => !/search-keys|esbuild/.test(line))).toEqual([]);
  expect([keys, key]).toEqual([[], expect.stringContaining('ENOENT')]);
  expect(visible.filter((name) => name !== 'keys')).toEqual(['store']);
  expect(socket).toContain('ENOENT');
  expect(source).toContain('EROFS');
});

it('development without a sandbox refuses to run the gates of another machine’s release', async () => {
  process.env.SANDBOX = 'none';
  await expect(search()).rejects.toThrow(
    /^The check of shop@6\.6\.6 is refused: another machine has signed the release.*apt install bubblewrap/,
  );
});

it.each(['/tmp', '/home/sandbox'])(
  '%s is closed to the group, also with the umask for a shared store',
  async (folder) => {
    const before = process.umask(0o002);
    try {
      const mode = await runUnprivileged({
        task: 'The build of shop',
        script: 'shell/tooling/testing/release/leave-behind.ts',
        args: ['mode', folder],
        result: z.string(),
        keys: testKeys(),
        isOwn: async () => true,
      });
      expect(mode).toBe('755');
    } finally {
      process.umask(before);
    }
  },
);

it('keeps what one build leaves in a cache from the next', async () => {
  const cache = path.join(root, '.cache/left-by-a-build');
  const run = (action: string) =>
    runUnprivileged({
      task: 'The build of shop',
      script: 'shell/tooling/testing/release/leave-behind.ts',
      args: [action, cache],
      result: z.string(),
      keys: testKeys(),
      isOwn: async () => true,
    });
  expect(await run('write')).toBe('written');
  expect(await run('read')).toContain('ENOENT');
});

it.each([
  'api/dist/left.js',
  'shell/.cache/roles/left.cjs',
  'node_modules/left.js',
  '.git/hooks/post-checkout',
])('keeps a build from changing %s, which later runs with keys', async (name) => {
  const file = path.join(root, name);
  await runUnprivileged({
    task: 'The build of shop',
    script: 'shell/tooling/testing/release/leave-behind.ts',
    args: ['write', file],
    result: z.string(),
    keys: testKeys(),
    isOwn: async () => true,
  });
  expect(existsSync(file)).toBe(false);
});

it('refuses a build that leaves a link, which could lead to a key', async () => {
  const output = path.join(testFolder(), 'output');
  const run = runUnprivileged({
    task: 'The build of shop',
    script: 'shell/tooling/testing/release/leave-behind.ts',
    args: ['link', path.join(output, 'main.js.br')],
    result: z.string(),
    keys: testKeys(),
    isOwn: async () => true,
    writes: [output],
  });
  await expect(run).rejects.toThrow('has written main.js.br, which is neither a file nor a folder');
});

it('a release of this machine is checked in development without a sandbox, and without keys in its environment', async () => {
  process.env.SANDBOX = 'none';
  const { environment } = await search(true);
  expect(environment).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/RELEASE_KEY|SECRET|TOKEN|AWS_SECRET/)]),
  );
  await rm(path.join(root, 'shell/tooling/commands/written.tmp'));
});

describe('the network of the code of a release', () => {
  const database = createServer((socket) => void socket.end('a row'));
  const catalogue = createHttpServer((_request, response) => void response.end('the catalogue'));
  const addressOf = (server: { address(): unknown }) =>
    z.object({ port: z.number() }).parse(server.address()).port;
  beforeAll(async () => {
    for (const server of [database, catalogue]) await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    database.close();
    catalogue.close();
  });

  it('has the servers that the task may call, and neither the loopback of the machine nor the rest of the world', async () => {
    const [allowed, unlisted] = [addressOf(catalogue), addressOf(database)];
    const answers = await runUnprivileged({
      task: 'The check of shop@6.6.6',
      script: 'shell/tooling/testing/release/call-servers.ts',
      args: [
        `http://localhost:${allowed}/`,
        `http://127.0.0.1:${unlisted}/`,
        'http://169.254.169.254/latest/meta-data/',
        'http://192.0.2.1/',
      ],
      result: z.array(z.string()),
      keys: testKeys(),
      isOwn: async () => true,
      calls: [`localhost:${allowed}`],
    });
    expect(answers).toEqual([
      'the catalogue',
      'refused: ECONNREFUSED',
      'refused: ENETUNREACH',
      'refused: ENETUNREACH',
    ]);
  });
});

it('is ended when its time is over', async () => {
  const run = runUnprivileged({
    task: 'The build of shop',
    script: 'shell/tooling/testing/release/use-up.ts',
    args: ['time', data],
    result: z.string(),
    keys: testKeys(),
    isOwn: async () => true,
    minutes: 0.05,
  });
  await expect(run).rejects.toThrow('was ended: it has taken more than 0.05 minutes');
});
