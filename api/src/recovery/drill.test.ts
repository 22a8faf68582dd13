import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fromSources } from '../../testing/api-process';
import { createUser, signIn } from '../../testing/factories';
import { sampleApproval } from '../../paypal-sandbox/records';
import { transaction } from '../database/transaction';
import { Orders } from '../database/entities';
import { openDeps } from '../roles/deps';
import { readEnv } from '../platform/env';
import { apiFolder } from '../platform/folders';
import { attachGuestOrders } from '../features/orders/fulfil';
import { type Shop, startShop } from '../features/orders/testing/shop';
import { copyLogs, createBackup, restoreBackup } from './backup';
import { readManifest } from './backup-folder';
import { reconcile } from './reconcile';
import {
  afterBackup,
  buyAs,
  type Drill,
  orderMails,
  SECRET,
  restoredState,
  untilBackup,
} from './testing/drill';

let folder: string;
let shop: Shop;
let drill: Drill;
let backup: string;
let metrics: string;
const quiet = () => undefined;
const keep = { overwrite: false };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'isa-drill-'));
  shop = await startShop({ APP_SECRET: SECRET, ERASURE_LOG: path.join(folder, 'erasures.log') });
  drill = await untilBackup(shop);
  metrics = path.join(folder, 'isa-backup.prom');
  backup = await createBackup(shop.api.deps.env, path.join(folder, 'backups'), quiet, metrics);
});
afterAll(async () => {
  await shop.sandbox.stop();
  await rm(folder, { recursive: true });
});

/** Another process of the site, on a database of its own. */
async function openOn(name: string) {
  const { deps } = shop.api;
  const dataFolder = path.join(folder, name);
  const settings = { NODE_ENV: 'test', LOG_LEVEL: 'silent', APP_SECRET: SECRET, DATA_FOLDER: dataFolder };
  const { paypal, erasureLog } = deps.env;
  const securityLog = path.join(folder, 'security.log');
  const open = await openDeps({ ...readEnv(settings), paypal, erasureLog, securityLog });
  return { deps: { ...open.deps, payments: deps.payments }, close: open.close };
}

test('a complete backup tells Prometheus when it was made, and other users may read that', async () => {
  const { at } = await readManifest(backup);
  const seconds = Math.floor(Date.parse(at) / 1_000);
  expect(await readFile(metrics, 'utf8')).toMatch(new RegExp(`^isa_backup_created_seconds ${seconds}$`, 'm'));
  expect((await stat(metrics)).mode & 0o777).toBe(0o644);
});

test('a copy of the log that fails tells Prometheus since when, also when it has never succeeded', async () => {
  const file = path.join(folder, 'isa-binlog.prom');
  const location = { databaseUrl: 'mysql://isa@127.0.0.1:1/isa', dataFolder: folder };
  const copy = () => copyLogs(location, path.join(folder, 'binlogs'), quiet, file);
  await expect(copy()).rejects.toThrow();
  expect(await readFile(file, 'utf8')).toMatch(/^isa_binlog_copied_seconds 0$/m);
  await writeFile(file, 'isa_binlog_copied_seconds 7\n');
  await expect(copy()).rejects.toThrow();
  expect(await readFile(file, 'utf8')).toBe('isa_binlog_copied_seconds 7\n');
});

test('a backup is readable by its owner only', async () => {
  expect((await stat(backup)).mode & 0o777).toBe(0o700);
  for (const file of ['isa.sqlite', 'manifest.json']) {
    expect((await stat(path.join(backup, file))).mode & 0o777).toBe(0o600);
  }
});

test('a database that has tables is replaced only on request, and never while it is in use', async () => {
  const { env } = shop.api.deps;
  await expect(restoreBackup(env, backup, { overwrite: true }, quiet)).rejects.toThrow(/in use/);
  const dataFolder = path.join(folder, 'idle');
  await mkdir(dataFolder);
  await copyFile(path.join(backup, 'isa.sqlite'), path.join(dataFolder, 'isa.sqlite'));
  const restore = (...more: readonly string[]) =>
    spawnSync(
      process.execPath,
      [...fromSources, path.join(apiFolder, 'src/roles/backup.ts'), 'restore', '--from', backup, ...more],
      { encoding: 'utf8', env: { ...process.env, DATA_FOLDER: dataFolder, DATABASE_URL: '' } },
    );
  const refused = restore();
  expect(refused.stderr).toMatch(/has \d+ tables.*--overwrite/);
  expect(refused.status).toBe(1);
  const replaced = restore('--overwrite');
  expect(replaced.stdout).toMatch(/Restored as at the backup: \d+ rows[^]*reconcile --since 20/);
  expect(replaced.status).toBe(0);
});

test('a backup that is damaged, incomplete or from another database is refused', async () => {
  const to = { dataFolder: path.join(folder, 'refused') };
  await expect(restoreBackup(to, folder, keep, quiet)).rejects.toThrow(/no complete backup/);
  const server = { ...to, databaseUrl: 'mysql://127.0.0.1:1/isa' };
  await expect(restoreBackup(server, backup, keep, quiet)).rejects.toThrow(/backup of sqlite/);
  const damaged = await createBackup(shop.api.deps.env, path.join(folder, 'damaged'), quiet);
  const manifest = path.join(damaged, 'manifest.json');
  const text = await readFile(manifest, 'utf8');
  await writeFile(manifest, text.replace('"orders": 3', '"orders": 4'));
  await expect(restoreBackup(to, damaged, keep, quiet)).rejects.toThrow(/orders: 3 instead of 4/);
  await truncate(path.join(damaged, 'isa.sqlite'), 8192);
  await rm(path.join(to.dataFolder, 'isa.sqlite'), { force: true });
  await expect(restoreBackup(to, damaged, keep, quiet)).rejects.toThrow();
});

test('every payment is settled once after the loss of the database, and deleted accounts stay deleted', async () => {
  const { deps } = shop.api;
  await afterBackup(shop, drill);
  const before = await restoredState(deps);
  const mails = await orderMails(deps);
  const taken = shop.moneyTaken();
  // This account of after the backup is lost with the database.
  const erin = await signIn(deps, await createUser(deps, { email: 'erin@example.org' }));
  const erins = await buyAs(shop, erin, [{ productId: 1999, quantity: 1 }], 'erin.pays@example.org');
  // These were never orders of this site: premium access for a penny, and a payment without an invoice.
  for (const invoice_id of ['ISA-2026-900000-00000000', undefined]) {
    const amount = { currency_code: 'GBP', value: '0.01' };
    const unit = {
      custom_id: '00000000-0000-4000-8000-000000000000',
      ...(invoice_id && { invoice_id }),
      items: [{ name: 'Premium access', sku: '1999', quantity: '1', unit_amount: amount }],
      amount: { ...amount, breakdown: { item_total: amount } },
    };
    const { record } = shop.sandbox.payments.create({ intent: 'CAPTURE', purchase_units: [unit] }, undefined);
    shop.sandbox.payments.approve(record.id, sampleApproval(record));
    shop.sandbox.payments.capture(record.id, undefined);
  }
  const lost = await shop.row(erins);
  await shop.api.close();

  const since = await restoreBackup({ dataFolder: path.join(folder, 'restored') }, backup, keep, quiet);
  const restored = await openOn('restored');
  try {
    const logs = [restored.deps.env.erasureLog];
    const left = await reconcile(restored.deps, { since, logs }, quiet);
    expect(left).toEqual([
      expect.stringMatching(/^payment \w+: its items do not have its price/),
      expect.stringContaining(`order ${lost.number}: premium access was paid, but its account is lost`),
    ]);
    const { orders, access, customers } = await restoredState(restored.deps);
    expect(orders.filter(({ number }) => number !== lost.number)).toEqual(before.orders);
    expect(access).toEqual(before.access);
    expect(customers).toEqual(before.customers);
    expect(customers).not.toContain('carol@example.org');
    expect(
      orders.reduce((sum, { amounts: [, , total = 0, , refunded = 0] }) => sum + total - refunded, 0),
    ).toBe(taken + lost.total);
    // The customer who has deleted the account, and the one whose account is lost, get no mail.
    const expected = mails.filter((mail) => !mail.endsWith('carol@example.org'));
    expect(await orderMails(restored.deps)).toEqual(expected);

    expect(await reconcile(restored.deps, { since, logs }, quiet)).toEqual(left);
    expect(await orderMails(restored.deps)).toEqual(expected);
    expect((await restoredState(restored.deps)).orders).toEqual(orders);

    // Signing up again with the address of the payment brings the access back.
    const again = await createUser(restored.deps, { email: 'erin.pays@example.org' });
    await transaction(restored.deps.db, (manager) =>
      attachGuestOrders(manager, { userId: again.id, emailKey: again.emailKey }, new Date()),
    );
    expect(await restored.deps.db.getRepository(Orders).findOneBy({ userId: again.id })).toMatchObject({
      number: lost.number,
      requestId: lost.requestId,
    });
    expect(await reconcile(restored.deps, { since, logs }, quiet)).toHaveLength(1);
  } finally {
    await restored.close();
  }
});

test('erasures that cannot be repeated are named', async () => {
  const since = await restoreBackup({ dataFolder: path.join(folder, 'other') }, backup, keep, quiet);
  const { deps, close } = await openOn('other');
  try {
    const log = deps.env.erasureLog;
    await writeFile(log, '{"at":"2026-', { flag: 'a' });
    const env = { ...deps.env, secrets: ['another secret of the site, 32 characters'] } as const;
    const left = await reconcile({ ...deps, env }, { since, logs: [log, `${log}.2`] }, quiet);
    expect(left.join('\n')).toMatch(
      /no log of erasures .*erasures\.log\.2[^]*1 lines .* damaged[^]*1 erasures .* another APP_SECRET/,
    );
  } finally {
    await close();
  }
});
