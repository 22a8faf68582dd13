import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { followDocuments } from '../testing/operators-run';
import { releaseMinimalSite } from '../testing/release/minimal-site';
import { otherContactSettings } from '../../../api/testing/contact';
import { testFolder } from '../../../api/testing/test-folder';
import { testStore } from '../testing/release/jest-store';
import { freePort } from '../../packages/node/processes';
import { runNode, sourceScript } from '../../packages/node/node';

const SECRETS = {
  APP_SECRET: 'a secret that is long enough for the API',
  PAYPAL_CLIENT_SECRET: 'secret',
  SMTP_URL: 'smtp://mail.invalid',
  OPS_TOKEN: 'a-token-that-is-long-enough-for-the-operators',
  METRICS_TOKEN: 'a-token-that-is-long-enough-for-prometheus',
};

/** A metric of each role that keeps running. */
const METRICS = {
  web: 'isa_database_up 1',
  jobs: 'isa_orders_oldest_due_seconds 0',
  prerender: 'isa_site_build_revision 1',
  watch: 'isa_registry_revision 1',
  ops: 'process_cpu_user_seconds_total',
  site: 'nodejs_eventloop_lag_p99_seconds',
};

const started = z.object({
  /** A page, an answer of the API and an operators' page, once all roles had started. */
  pages: z.array(z.object({ status: z.number(), text: z.string() })),
  /** What the roles answer at `/metrics`. */
  metrics: z.record(z.string(), z.string()),
  /** What `shell/doctor.cjs` prints about the running roles. */
  findings: z.string(),
  output: z.string(),
});

/** Runs a program without a network but the loopback address, where this machine allows it. */
function withoutNetwork(...command: readonly string[]): readonly string[] {
  const alone = [
    'unshare',
    process.getuid?.() === 0 ? '-n' : '-rn',
    'sh',
    '-c',
    'ip link set lo up && exec "$@"',
    'sh',
  ];
  const [program = '', ...args] = [...alone, 'true'];
  return spawnSync(program, args).status === 0 ? [...alone, ...command] : command;
}

let out: string;
/** The unpacked archive: the only files that its roles find. */
let unpacked: string;
const pack = (folder: string, environment: NodeJS.ProcessEnv = {}) =>
  runNode('Packaging', sourceScript('shell/tooling/commands/package.ts', '--out', folder), { environment });
const filesBelow = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
const nameOf = async (ending: string) => (await readdir(out)).find((name) => name.endsWith(ending)) ?? '';

beforeAll(async () => {
  const folder = testFolder();
  out = path.join(folder, 'out');
  await pack(out);
  const archive = await nameOf('.tar.gz');
  spawnSync('tar', ['-xzf', path.join(out, archive), '-C', folder]);
  unpacked = path.join(folder, path.basename(archive, '.tar.gz'));
});

it('contains no sources, no compilers and no development dependencies', async () => {
  const files = await filesBelow(unpacked);
  expect(files).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'shell/role.cjs',
      'hosting/nginx.conf',
      'hosting/systemd/isa-web@.service',
    ]),
  );
  expect(files.filter((name) => /\.(?:tsx?|map|h|cc|gyp)$/.test(name))).toEqual([]);
  expect(
    files.filter((name) =>
      /node_modules\/(?:typescript|tsx|esbuild|webpack|@swc\/(?!helpers\/)|jest|playwright)/.test(name),
    ),
  ).toEqual([]);
  const manifests = files.filter(
    (name) => path.basename(name) === 'package.json' && !name.includes('node_modules'),
  );
  for (const name of manifests) {
    expect(await readFile(path.join(unpacked, name), 'utf8')).not.toContain('devDependencies');
  }
});

it('says what operators and teams have to do for its version', async () => {
  const changelog = await readFile(path.join(unpacked, 'shell/docs/changelog.md'), 'utf8');
  const [, version = ''] = /^isa-([\d.]+)-/.exec(path.basename(unpacked)) ?? [];
  expect(/^## (.+)$/m.exec(changelog)?.[1]).toBe(version);
});

it('lists the packages in the archive', async () => {
  const sbom = z.object({ components: z.array(z.object({ name: z.string() })) });
  const { components } = sbom.parse(
    JSON.parse(await readFile(path.join(out, await nameOf('.cdx.json')), 'utf8')),
  );
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['koa', 'libsql', 'mysql2', 'react', 'typeorm', 'zod']));
  expect(names).not.toContain('webpack');
});

it('puts the files for containers alongside the archive', async () => {
  expect(await readdir(out)).toEqual(expect.arrayContaining(['Containerfile', 'kubernetes.yaml']));
});

it('every role starts in production from the archive alone, without a network', async () => {
  const store = await testStore();
  await store.saveKeys();
  await releaseMinimalSite(store);
  const secrets = path.join(store.folder, 'secrets');
  await mkdir(secrets);
  for (const [name, text] of Object.entries(SECRETS)) await writeFile(path.join(secrets, name), `${text}\n`);
  const freePorts = async (names: readonly string[]) =>
    Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, String(await freePort())] as const)),
    );
  const ports = await freePorts(['PORT', 'CDN_PORT', 'API_PORT', 'OPS_PORT']);
  const metricsPorts = await freePorts(['jobs', 'prerender', 'watch', 'ops', 'site']);
  const before = await filesBelow(unpacked);

  const [program = '', ...args] = withoutNetwork(
    process.execPath,
    path.join(__dirname, 'testing/start-roles.mjs'),
  );
  const child = spawn(program, args, {
    cwd: unpacked,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...ports,
      METRICS_PORTS: JSON.stringify(metricsPorts),
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATA_FOLDER: store.folder,
      KEYS_FOLDER: path.join(store.folder, 'keys'),
      CREDENTIALS_DIRECTORY: secrets,
      SITE_ORIGIN: 'https://academy.example',
      CDN_ORIGIN: 'https://cdn.academy.example',
      PREVIEW_ORIGIN: 'https://academy-preview.example',
      ...otherContactSettings,
      PAYPAL_API_URL: 'https://api-m.paypal.com',
      PAYPAL_SDK_URL: 'https://www.paypal.com/sdk/js',
      PAYPAL_CLIENT_ID: 'client',
      PAYPAL_WEBHOOK_ID: 'webhook',
      PAYPAL_MERCHANT_ID: 'merchant',
    },
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => (text += more));
  await once(child, 'close');
  const { pages, metrics, findings, output } = started.parse(JSON.parse(text));
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(pages.map(({ text: page }) => page)).toEqual([
    expect.stringContaining('Hello from the shop'),
    expect.stringContaining('Volume 1'),
    expect.stringContaining('Log in'),
  ]);
  for (const [role, metric] of Object.entries(METRICS)) expect(metrics[role]).toContain(metric);
  const broken = findings.split('\n').filter((line) => line.startsWith('FAILURE'));
  // These findings are expected, because there is no network.
  expect(broken.map((line) => line.split(':')[0])).toEqual([
    'FAILURE PayPal',
    'FAILURE SMTP',
    'FAILURE site',
    'FAILURE certificate of academy.example',
    'FAILURE certificate of cdn.academy.example',
  ]);
  expect(findings).toContain('ok      database: it is reached, and its tables are those of this release\n');
  expect(findings).toContain('ok      due work: no order or mail is overdue\n');
  expect(findings).toContain('ok      built site: it shows revision 1\n');
  expect(findings).toMatch(/ log of erasures: .*erasures\.log/);
  for (const secret of Object.values(SECRETS)) expect(output + findings).not.toContain(secret);
  const backups = path.join(store.folder, 'backups');
  expect(backup({ DATA_FOLDER: store.folder }, 'create', '--to', backups).output).toContain('complete');
  const [name = ''] = await readdir(backups);
  const elsewhere = { DATA_FOLDER: path.join(store.folder, 'restored') };
  const restored = backup(elsewhere, 'restore', '--from', path.join(backups, name));
  expect(restored).toEqual({ status: 0, output: expect.stringContaining('reconcile --since') as string });
  expect(await filesBelow(unpacked)).toEqual(before);

  function backup(environment: NodeJS.ProcessEnv, ...args: readonly string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['shell/backup.cjs', ...args], {
      cwd: unpacked,
      env: { NODE_ENV: 'production', ...environment },
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  }
});

// The test runs some sixty commands, each in a process of its own.
it(
  'the commands of the operators’ documents work on an empty machine, from the archive alone',
  () => followDocuments(path.join(out, `${path.basename(unpacked)}.tar.gz`)),
  900_000,
);

it('names a database server that does not respond, instead of a missing driver', async () => {
  const { status, stdout } = spawnSync(process.execPath, ['shell/role.cjs', 'prepare'], {
    cwd: unpacked,
    env: {
      DATA_FOLDER: testFolder(),
      SITE_ORIGIN: 'http://localhost:9',
      DATABASE_URL: 'mysql://isa:secret@127.0.0.1:1/isa',
    },
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
});
