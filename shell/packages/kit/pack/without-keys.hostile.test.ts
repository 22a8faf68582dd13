import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { testKeys } from '../../../tooling/testing/release/test-store';
import { dataFolder, root } from '../../node/folders';
import { runWithoutKeys } from './without-keys';

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
};

// The folder is not below that of temporary files, which is hidden anyway.
jest.mock('../../node/folders', () => ({
  ...jest.requireActual<object>('../../node/folders'),
  dataFolder: `/var/tmp/isa-hostile-${process.pid}`,
}));

const data = dataFolder;
let host: Server;
const searched = process.env.PATH;

beforeAll(async () => {
  await mkdir(path.join(data, 'keys'), { recursive: true });
  await mkdir(path.join(data, 'store'));
  await writeFile(path.join(data, 'keys/registry.key.pem'), SECRETS.RELEASE_KEY_REGISTRY);
  await writeFile(path.join(data, 'ops-token'), SECRETS.OPS_TOKEN);
  host = createServer().listen(path.join(data, 'host.sock'));
  Object.assign(process.env, SECRETS);
});
afterEach(() => {
  process.env.PATH = searched;
});
afterAll(async () => {
  for (const name of Object.keys(SECRETS)) Reflect.deleteProperty(process.env, name);
  host.close();
  await rm(data, { recursive: true });
});

/** What a release finds that has left its confinement in the process of the gates. */
function search(isOwn = false) {
  return runWithoutKeys({
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
    expect.arrayContaining([expect.stringMatching(/RELEASE_KEY|SECRET|TOKEN/)]),
  );
  for (const secret of Object.values(SECRETS)) expect(environments).not.toContain(secret);
  // The release sees only the sandbox itself and this script.
  expect(commands.filter((line) => !/bwrap|search-keys|esbuild/.test(line))).toEqual([]);
  expect([keys, key]).toEqual([[], expect.stringContaining('ENOENT')]);
  expect(visible.filter((name) => name !== 'keys')).toEqual(['store']);
  expect(socket).toContain('ENOENT');
  expect(source).toContain('EROFS');
});

it('the gates of somebody else’s release are refused where bubblewrap does not work', async () => {
  process.env.PATH = '';
  await expect(search()).rejects.toThrow(
    /^The check of shop@6\.6\.6 is refused: another machine has signed the release.*apt install bubblewrap/,
  );
});

it('a release of this machine is checked without bubblewrap, and without keys in its environment', async () => {
  process.env.PATH = '';
  const { environment } = await search(true);
  expect(environment).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/RELEASE_KEY|SECRET|TOKEN/)]),
  );
  await rm(path.join(root, 'shell/tooling/commands/written.tmp'));
});
