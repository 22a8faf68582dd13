import { spawnSync } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '../../testing/test-folder';
import { sampleCredentials, sampleMerchant, startSandbox } from '../../paypal-sandbox/sandbox';
import { readEnv } from '../platform/env';
import { apiFolder } from '../platform/folders';
import { connect, createDataSource } from './data-source';

/** Opens the database for reading, counts orders and closes it. */
const COUNT = `
  const Database = require('libsql');
  const database = new Database(process.argv[1], { readonly: true });
  process.stdout.write(String(database.prepare('SELECT COUNT(*) AS count FROM orders').get().count));
  database.close();
`;

let folder: string;
beforeEach(() => void (folder = testFolder()));

const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

/** The permissions of all files in a folder. */
async function modesIn(parent: string): Promise<Record<string, string>> {
  const names = await readdir(parent);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await modeOf(path.join(parent, name))] as const)),
  );
}

test('the database with its journals is readable by its user only', async () => {
  const dataFolder = path.join(folder, 'data');
  const db = await connect(createDataSource({ dataFolder }));
  await db.query('CREATE TABLE orders (id INTEGER)');
  expect(await modesIn(dataFolder)).toEqual({
    'isa.sqlite': '600',
    'isa.sqlite-shm': '600',
    'isa.sqlite-wal': '600',
  });
  await db.destroy();
  // nginx passes through the folder to the site and the media in it, but cannot list it.
  expect(await modeOf(dataFolder)).toBe('711');
});

test('a process that closes the database leaves the journal of another one', async () => {
  const dataFolder = path.join(folder, 'data');
  const count = () =>
    spawnSync(process.execPath, ['-e', COUNT, path.join(dataFolder, 'isa.sqlite')], {
      cwd: apiFolder,
      encoding: 'utf8',
    }).stdout;
  // The role prepare and the pools open the same file in one process.
  const first = await connect(createDataSource({ dataFolder }));
  await first.query('CREATE TABLE orders (id INTEGER)');
  const second = await connect(createDataSource({ dataFolder }));
  expect(count()).toBe('0');
  await first.query('INSERT INTO orders VALUES (1)');
  await second.query('INSERT INTO orders VALUES (2)');
  expect(count()).toBe('2');
  await Promise.all([first.destroy(), second.destroy()]);
  expect(count()).toBe('2');
});

test('the generated secret is readable by its user only', async () => {
  const dataFolder = path.join(folder, 'data');
  readEnv({ DATA_FOLDER: dataFolder });
  expect(await modesIn(dataFolder)).toEqual({ secret: '600' });
  expect(await modeOf(dataFolder)).toBe('711');
});

test('the orders of the payment sandbox are readable by its user only', async () => {
  const stateFile = path.join(folder, 'data/payment-sandbox.json');
  const options = { port: 0, credentials: sampleCredentials, merchant: sampleMerchant, stateFile };
  const sandbox = await startSandbox(options);
  await sandbox.stop();
  expect(await modesIn(path.dirname(stateFile))).toEqual({ 'payment-sandbox.json': '600' });
  expect(await modeOf(path.dirname(stateFile))).toBe('711');
});
