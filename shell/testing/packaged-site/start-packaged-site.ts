import { execFile } from 'node:child_process';
import { cp, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { sampleCredentials, sampleMerchant, startSandbox } from '../../../api/paypal-sandbox/sandbox';
import { execute } from '../../../api/testing/cluster/deployment';
import { openMailSink } from '../../../api/testing/faults/mail-sink';
import { findMariaDb, startMariaDb } from '../../../api/testing/mariadb';
import { nginxProgram, startNginxWith } from '../../../api/testing/nginx-process';
import type { Role } from '../../hosting/roles';
import { versionOf } from '../../kit/pack/pack';
import { promoteTogether } from '../../release/registry/changes';
import { nginxConfiguration } from '../../server/nginx/configuration';
import { folderStorage } from '../../store/storage/folder';
import { appNames, root } from '../../tools/folders';
import { keysFolder, storeFolder } from '../../store/locations';
import { runNode } from '../../tools/node';
import { freePort } from '../../tools/processes';
import { UserError } from '../../tools/user-error';
import { temporaryFolder } from '../release/test-store';
import { PackageRole } from './package-role';

const run = promisify(execFile);

export type PackagedSite = Awaited<ReturnType<typeof startPackagedSite>>;

interface Options {
  /** How many processes of each role run. */
  readonly processes: Readonly<Partial<Record<Role, number>>>;
  /** Variables of the API besides those that connect it. */
  readonly api?: Readonly<Record<string, string>>;
  /** The sources from whose package the roles start at first; by default those of this folder. */
  readonly earlier?: string | undefined;
  /** Whether SIGUSR2 collects the garbage of each process. */
  readonly collectsGarbage?: boolean;
  readonly log: (line: string) => void;
}

const COLLECT_GARBAGE = path.join(root, 'shell/testing/packaged-site/collect-garbage.cjs');

/**
 * Runs the site as `shell/docs/hosting.md` describes it: the roles from an unpacked package behind nginx, on MariaDB, with
 * the releases that are built on this machine, a payment sandbox and a mail server that accepts everything.
 * @throws UserError when a program is missing.
 */
export async function startPackagedSite({
  processes,
  api = {},
  earlier,
  collectsGarbage = false,
  log,
}: Options) {
  const programs = await findMariaDb();
  if (!programs || !nginxProgram) throw new UserError('This bench needs mariadb-server and nginx-light.');
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const { folder, remove } = await temporaryFolder();
    stops.push(remove);
    const at = (name: string) => path.join(folder, name);
    const unpack = await writePackage(root, at('out'), log);
    const unpackFirst = earlier === undefined ? unpack : await writePackage(earlier, at('earlier'), log);
    const packageFolder = await unpackFirst(at('package'));
    const storage = await fillStore(at('store'));
    await mkdir(at('site'));
    await mkdir(at('media'));

    const database = await startMariaDb(programs);
    stops.push(() => database.stop());
    await execute(database.url, 'CREATE DATABASE isa CHARACTER SET utf8mb4');
    const databaseUrl = new URL('/isa', database.url).href;
    const sink = await openMailSink();
    stops.push(() => sink.close());

    const [sandboxPort, cdnPort, opsPort] = [await freePort(), await freePort(), await freePort()];
    const webPorts = await Promise.all(Array.from({ length: processes.web ?? 1 }, () => freePort()));
    const cdnOrigin = `http://localhost:${cdnPort}`;
    let origin = '';
    const nginx = await startNginxWith(nginxProgram, async ({ port, accessLog }) => {
      origin = `http://localhost:${port}`;
      const configuration = await nginxConfiguration({
        siteOrigin: origin,
        cdnOrigin,
        siteFolder: at('site'),
        storeFolder: at('store'),
        servesStore: true,
        mediaFolder: at('media'),
        api: webPorts.map((port) => `127.0.0.1:${port}`),
        forwarded: [{ origin: origin.replace('//', '//ops.'), address: `127.0.0.1:${opsPort}` }],
        operatorHeader: 'X-Forwarded-Email',
        paymentOrigins: [`http://localhost:${sandboxPort}`],
        accessLog,
      });
      // The listeners for IPv6 are removed, because some machines have none.
      return configuration.replaceAll(/listen \[::\]:\d+;/g, '');
    });
    stops.push(() => nginx.stop());
    const sandbox = await startSandbox({
      port: sandboxPort,
      credentials: sampleCredentials,
      merchant: sampleMerchant,
      webhook: { id: 'sandbox-webhook', url: `${origin}/api/paypal/webhooks` },
      webhookPauseMs: 200,
    });
    stops.push(() => sandbox.stop());

    const environment: Readonly<Record<string, string>> = {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      // The limits are raised, because all visitors have one address.
      RATE_LIMIT_FACTOR: '10000',
      DATA_FOLDER: folder,
      STORE_FOLDER: at('store'),
      SITE_FOLDER: at('site'),
      KEYS_FOLDER: keysFolder,
      SITE_ORIGIN: origin,
      CDN_ORIGIN: cdnOrigin,
      API_ORIGIN: origin,
      OPS_PORT: String(opsPort),
      ...(collectsGarbage && { NODE_OPTIONS: `--require=${COLLECT_GARBAGE}` }),
    };
    const apiEnvironment = {
      ...environment,
      VIDEO_DELIVERY: 'nginx',
      APP_SECRET: 'a secret of tests, which is long enough',
      DATABASE_URL: databaseUrl,
      PAYPAL_API_URL: sandbox.origin,
      PAYPAL_SDK_URL: `${sandbox.origin}/sdk/js`,
      PAYPAL_MERCHANT_ID: sampleMerchant.id,
      SMTP_URL: sink.url,
      ...api,
    };
    const prepare = async (from: string) => {
      const env = { ...environment, DATABASE_URL: databaseUrl };
      await run(process.execPath, [path.join(from, 'shell/role.cjs'), 'prepare'], { env });
    };
    const several = (role: Role, env = environment) =>
      Promise.all(
        Array.from({ length: processes[role] ?? 0 }, async () => {
          const port = await freePort();
          return new PackageRole(role, { ...env, METRICS_PORT: String(port) }, `127.0.0.1:${port}`);
        }),
      );
    const roles = [
      ...webPorts.map(
        (port) => new PackageRole('web', { ...apiEnvironment, API_PORT: String(port) }, `127.0.0.1:${port}`),
      ),
      ...(await several('jobs', apiEnvironment)),
      ...(await several('compose')),
      ...(await several('watch')),
      ...(await several('ops')),
    ];
    await prepare(packageFolder);
    for (const role of roles) {
      stops.push(() => role.stop());
      await role.start(packageFolder);
    }
    log(`${roles.length} processes of the package serve ${origin}`);
    return {
      folder,
      /** The unpacked package that the roles run from at first. */
      packageFolder,
      origin,
      storage,
      databaseUrl,
      /** The environment of the roles `web` and `jobs`. */
      apiEnvironment,
      sandbox,
      sink,
      nginx,
      database,
      roles,
      /** Unpacks the package of these sources into another folder, as the next version. @returns the folder. */
      unpack: (name: string) => unpack(at(name)),
      /** Runs the role `prepare` of the package in the folder. */
      prepare,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @returns a function that unpacks the archive into a folder. */
async function writePackage(sources: string, out: string, log: (line: string) => void) {
  log(`Packaging ${sources === root ? 'these sources' : 'the earlier release'}…`);
  // The packaging installs the packages of its lock file.
  await runNode('Packaging', ['shell/commands/run.mjs', 'package', '--out', out], { cwd: sources });
  const archive = (await readdir(out)).find((name) => name.endsWith('.tar.gz')) ?? '';
  return async (into: string): Promise<string> => {
    await mkdir(into);
    await run('tar', ['-xzf', path.join(out, archive), '-C', into]);
    return path.join(into, path.basename(archive, '.tar.gz'));
  };
}

/** @returns a store in which the releases that are built on this machine are live. */
async function fillStore(folder: string) {
  const storage = folderStorage(folder);
  const versions: Record<string, string> = {};
  for (const app of appNames()) {
    const { version } = await versionOf(app);
    await cp(path.join(storeFolder, app, version), path.join(folder, app, version), { recursive: true });
    versions[app] = version;
  }
  await promoteTogether(versions, { storage, who: 'a bench', why: 'the first site build' });
  return storage;
}
