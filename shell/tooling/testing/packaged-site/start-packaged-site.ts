import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { sampleCredentials, sampleMerchant, startSandbox } from '../../../../api/paypal-sandbox/sandbox';
import { type DatabaseKind, startDatabase } from '../../../../api/testing/cluster/database';
import { openMailSink } from '../../../../api/testing/faults/mail-sink';
import { startRedis } from '../../../../api/testing/redis';
import { bundleRoles } from '../../../platform/release/bundle-roles';
import { environmentFor, type Role } from '../../../platform/hosting/roles';
import { buildApi } from '../../../platform/release/build-api';
import { promoteTogether } from '../../../platform/release/registry/changes';
import type { SiteOptions } from '../../../platform/prerender/build-site';
import { siteBucketAt } from '../../../platform/store/site-bucket';
import { bucketStorage } from '../../../platform/store/storage/bucket';
import type { Storage } from '../../../platform/store/storage/storage';
import { appNames, root } from '../../../packages/node/folders';
import { generateMissingKeys, REGISTRY_OWNER } from '../../../platform/store/keys/local-keys';
import { keysFolder } from '../../../platform/store/locations';
import { runNode } from '../../../packages/node/node';
import { freePort, waitUntilReady } from '../../../packages/node/processes';
import { findClusterPrograms, findMachinePrograms } from '../../../packages/node/programs';
import { UserError } from '../../../packages/node/user-error';
import { publishSources } from '../../commands/build-site';
import { temporaryFolder } from '../release/test-store';
import { startOneMachine, startSeveralMachines } from './hosts';
import { PackageRole, roleScript } from './package-role';
import { siteFolderAt } from '../../../platform/store/site-folder';

const run = promisify(execFile);
const EARLIER_VERSION = '1.0.0';
const FIRST_RELEASES = { who: 'a bench', why: 'the first site build' };
/** How long the first site build may take. */
const START_MS = 180_000;

export type PackagedSite = Awaited<ReturnType<typeof startPackagedSite>>;

interface Options {
  /** How many processes of each role run. */
  readonly processes: Readonly<Partial<Record<Role, number>>>;
  /** Variables of the API besides those that connect it. */
  readonly api?: Readonly<Record<string, string>>;
  /** Variables of one process, which is the nth of its role. */
  readonly environmentOf?: (role: Role, nth: number) => NodeJS.ProcessEnv;
  /** The sources of the first package and the first releases; by default those of this folder. */
  readonly earlier?: string | undefined;
  /** Whether the roles start from an archive, else from these sources. */
  readonly isPackaged?: boolean;
  /** One machine with a database server, or several with a cluster of three and Redis. */
  readonly kind?: DatabaseKind | undefined;
  readonly releases?: FirstReleases;
  readonly log: (line: string) => void;
  /** Ends a start that is under way. */
  readonly stopping?: AbortSignal;
}

interface FirstReleases {
  /** The folder with the keys of all teams. */
  readonly keysFolder: string;
  /** Publishes releases and makes them live. */
  fill(storage: Storage): Promise<void>;
}

/**
 * Runs the site as `shell/docs/operating.md` describes it: the roles from an unpacked package on MariaDB, with
 * a payment sandbox and a mail server that accepts everything.
 * @throws UserError when a program is missing.
 */
export async function startPackagedSite({
  processes,
  api = {},
  environmentOf = () => ({}),
  earlier,
  isPackaged = true,
  kind = 'MariaDB',
  log,
  releases = {
    keysFolder,
    fill: (storage) => (earlier ? releaseEarlier(earlier, storage) : releaseSources(storage, log)),
  },
  stopping = new AbortController().signal,
}: Options) {
  const found = kind === 'cluster' ? findClusterPrograms(log) : findMachinePrograms(log);
  if ('missing' in found) throw new UserError(`The site cannot start: ${found.missing}.`);
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const { folder, remove } = await temporaryFolder();
    stops.push(remove);
    const at = (name: string) => path.join(folder, name);
    const unpack = isPackaged ? await writePackage(root, at('out'), log) : await compile(log);
    stopping.throwIfAborted();
    const unpackFirst = earlier === undefined ? unpack : await writePackage(earlier, at('earlier'), log);
    const packageFolder = await unpackFirst(at('package'));

    const database = await startDatabase(kind, stops, stopping);
    stopping.throwIfAborted();
    const redis = kind === 'cluster' ? await startRedis() : undefined;
    if (redis) stops.push(() => redis.stop());
    const sink = await openMailSink();
    stops.push(() => sink.close());
    const [sandboxPort, opsPort] = [await freePort(), await freePort()];
    const sitePorts = await Promise.all(
      Array.from({ length: processes.site ?? 1 }, async () => [await freePort(), await freePort()] as const),
    );
    const webPorts = await Promise.all(Array.from({ length: processes.web ?? 1 }, () => freePort()));
    const start = kind === 'cluster' ? startSeveralMachines : startOneMachine;
    const paymentOrigins = [`http://localhost:${sandboxPort}`];
    const hosts = await start({ folder, webPorts, opsPort, sitePorts, paymentOrigins, stops });
    const { origin, storage } = hosts;
    const sandbox = await startSandbox({
      port: sandboxPort,
      credentials: sampleCredentials,
      merchant: sampleMerchant,
      webhook: { id: 'sandbox-webhook', url: `${origin}/api/paypal/webhooks` },
      webhookPauseMs: 200,
    });
    stops.push(() => sandbox.stop());
    await releases.fill(storage);

    const apiEnvironment = {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      // The limits are raised, because all visitors have one address.
      RATE_LIMIT_FACTOR: '10000',
      DATA_FOLDER: folder,
      KEYS_FOLDER: releases.keysFolder,
      ...hosts.environment,
      VIDEO_DELIVERY: 'nginx',
      APP_SECRET: 'a secret of tests, which is long enough',
      DATABASE_URL: database.url,
      ...(redis && { REDIS_URL: redis.url }),
      PAYPAL_API_URL: sandbox.origin,
      PAYPAL_SDK_URL: `${sandbox.origin}/sdk/js`,
      PAYPAL_MERCHANT_ID: sampleMerchant.id,
      SMTP_URL: sink.url,
      ...api,
    };
    const prepare = async (from: string, ...options: readonly string[]) => {
      const env = environmentFor(['prepare'], apiEnvironment);
      await run(process.execPath, [roleScript(from), 'prepare', ...options], { env, cwd: from });
    };
    const several = (role: Role, wanted = processes[role] ?? 0) =>
      Promise.all(
        Array.from({ length: wanted }, async (_, nth) => {
          const port = role === 'web' ? webPorts[nth] : await freePort();
          const [sitePort, cdnPort] = sitePorts[nth] ?? [];
          const env = {
            ...apiEnvironment,
            // Each site builder has a machine of its own, unless the site is a folder.
            SITE_FOLDER: at(hosts.bucket ? `site-${nth + 1}` : 'site'),
            ...(role === 'site' && { PORT: String(sitePort), CDN_PORT: String(cdnPort) }),
            ...(role === 'ops' && { OPS_PORT: String(opsPort) }),
            [role === 'web' ? 'API_PORT' : 'METRICS_PORT']: String(port),
            ...environmentOf(role, nth),
          };
          return new PackageRole(role, environmentFor([role], env), `127.0.0.1:${port}`);
        }),
      );
    const roles = [
      ...(await several('web', webPorts.length)),
      ...(await several('jobs')),
      ...(await several('prerender')),
      ...(await several('watch')),
      ...(await several('ops')),
      // Elsewhere a CDN serves the pages.
      ...(hosts.bucket ? [] : await several('site', sitePorts.length)),
    ];
    // No release is in service yet: the CDN answers 503 until the first site build.
    await prepare(packageFolder, '--force');
    for (const role of roles) {
      stopping.throwIfAborted();
      stops.push(() => role.stop());
      await role.startFrom(packageFolder);
    }
    await waitUntilReady(`${origin}/registry.json`, { name: 'The site' }, START_MS);
    log(`${roles.length} processes of the package serve ${origin}`);
    const { SITE_ORIGIN, CDN_ORIGIN, API_ORIGIN, SITE_URL } = hosts.environment;
    /** How changes of releases are built outside of the roles. */
    const siteOptions: SiteOptions = {
      site:
        SITE_URL === undefined
          ? siteFolderAt(at('site'))
          : siteBucketAt(bucketStorage(SITE_URL, hosts.bucket?.environment), at('changes')),
      siteFolder: at(hosts.bucket ? 'changes' : 'site'),
      siteOrigin: SITE_ORIGIN,
      cdnOrigin: CDN_ORIGIN,
      apiOrigin: API_ORIGIN,
    };
    return {
      ...hosts,
      site: siteOptions,
      folder,
      /** The unpacked package that the roles run from at first. */
      packageFolder,
      /** The environment of all roles, of which each gets what it may hold. */
      apiEnvironment,
      /** The operators' pages without nginx. */
      opsAddress: `http://127.0.0.1:${opsPort}`,
      sandbox,
      sink,
      database,
      redis,
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
  await runNode('Packaging', ['shell/tooling/commands/run.mjs', 'package', '--out', out], { cwd: sources });
  const archive = (await readdir(out)).find((name) => name.endsWith('.tar.gz')) ?? '';
  return async (into: string): Promise<string> => {
    await mkdir(into);
    await run('tar', ['-xzf', path.join(out, archive), '-C', into]);
    return path.join(into, path.basename(archive, '.tar.gz'));
  };
}

/** @returns a function that stands for unpacking: the folder of these sources. */
async function compile(log: (line: string) => void) {
  await Promise.all([bundleRoles(), buildApi(log)]);
  return async () => root;
}

/** Builds these sources, and makes them live in a new store, without pages: the role `prerender` renders them. */
async function releaseSources(storage: Storage, log: (line: string) => void): Promise<void> {
  await generateMissingKeys([REGISTRY_OWNER]);
  const { built, present } = await publishSources(appNames(), log, storage);
  const versions = { ...present, ...built };
  await promoteTogether(versions, { storage, ...FIRST_RELEASES });
}

/** The same with the earlier sources' own commands, because a package may refuse apps that are newer than it is. */
async function releaseEarlier(sources: string, storage: Storage): Promise<void> {
  await generateMissingKeys([REGISTRY_OWNER, ...appNames()]);
  const environment = { STORE_FOLDER: storage.address, KEYS_FOLDER: keysFolder };
  const release = (...args: readonly string[]) =>
    runNode(`release ${args.join(' ')}`, ['shell/tooling/commands/run.mjs', 'release', ...args], {
      cwd: sources,
      environment,
    });
  for (const app of appNames()) {
    await release('pack', app, '--version', EARLIER_VERSION);
    await release('publish', `${app}@${EARLIER_VERSION}`);
  }
  const versions = Object.fromEntries(appNames().map((app) => [app, EARLIER_VERSION]));
  await promoteTogether(versions, { storage, ...FIRST_RELEASES });
}
