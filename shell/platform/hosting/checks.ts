import { type CheckResult, failed, passed, warned } from '@isa/api-contract/schemas';
import { once } from 'node:events';
import { readdir, stat, statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import { connect, type ConnectionOptions } from 'node:tls';
import { z } from 'zod';
import { describeFailedPage, SITE_BUILD_FILE, siteBuildSchema } from '../formats/site-build';
import { REGISTRY_FILE } from '../formats/registry';
import { parseJson } from '../formats/parse-json';
import { readSingleSignOn } from '../ops/pages/single-sign-on';
import { type Keys, localKeys, REGISTRY_OWNER, requireTrustedKey } from '../store/keys/local-keys';
import { readVerifiedRegistry } from '../store/registry-history';
import { readValidity, requireValid } from '../store/registry-validity';
import { signedRevision } from '../store/served-revision';
import { defaultStorage } from '../store/storage/default-storage';
import type { Site } from '../store/site';
import type { Storage } from '../store/storage/storage';
import { printable } from '../../packages/node/user-error';

const WAIT_MS = 5_000;
/** How many days before its end a certificate must be renewed; this is done a month before. */
const RENEWED_DAYS = 14;
/** How many bytes must be free. A site build with all pages and scripts takes a few dozen megabytes. */
const MIN_FREE_BYTES = 1e9;
/** The age at which a key should be replaced: keys do not expire, and an attacker may have had years to copy one. */
const MAX_KEY_AGE_DAYS = 365;
/** A day, and the time that a backup may take. */
const MAX_BACKUP_HOURS = 26;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The first line of an error, without its full stop. */
function reasonOf(error: unknown): string {
  return printable(error).split('\n')[0]?.replace(/\.$/, '') ?? '';
}

/** @returns the answer, or `undefined` when nothing responds. */
function ask(address: string): Promise<Response | undefined> {
  return fetch(address, { signal: AbortSignal.timeout(WAIT_MS) }).catch(() => undefined);
}

const problemSchema = z.object({ message: z.string() });

/** Whether the API may get requests, and why not: it alone knows that the database has refused to write. */
export async function checkApi(origin: string): Promise<CheckResult> {
  const name = 'role web';
  const response = await ask(`${origin}/api/health/ready`);
  if (response === undefined)
    return failed(name, `${origin} does not respond`, 'start the role web, or set API_ORIGIN');
  if (response.status === 200) return passed(name, `${origin} is ready`);
  const problem = parseJson(await response.text().catch(() => ''), problemSchema);
  const reason = problem ? `. ${problem.message.replace(/\.$/, '')}` : '';
  const message = `${origin} is not ready: it answers ${response.status}${reason}`;
  return failed(name, message, 'see the lines about the database, and DatabaseFull in operating.md');
}

/** Whether visitors get a built site of this store: another one, at a wrong address, has other keys. */
export async function checkSite(origin: string, keys: Keys = localKeys): Promise<CheckResult> {
  const address = `${origin}/${REGISTRY_FILE}`;
  const fix = 'check nginx or the role site, and the name’s address';
  const response = await ask(address);
  if (response === undefined) return failed('site', `${origin} does not respond`, fix);
  if (response.status !== 200) return failed('site', `${address} answers ${response.status}`, fix);
  try {
    const revision = await signedRevision(await response.text(), keys);
    if (revision !== undefined) return passed('site', `${origin} responds with revision ${revision}`);
    const problem = `${address} is no registry that a trusted key has signed`;
    return failed('site', problem, `${fix}; if it is yours, copy trusted.json again`);
  } catch (error) {
    return failed('site', reasonOf(error), fix);
  }
}

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) });

/** Whether the role ops can verify who has logged in. */
export async function checkSingleSignOn(): Promise<readonly CheckResult[]> {
  const name = 'single sign-on';
  try {
    const keys = readSingleSignOn()?.keys;
    if (keys === undefined) return [];
    // The role follows no redirect either.
    const signal = AbortSignal.timeout(WAIT_MS);
    const response = await fetch(keys, { redirect: 'manual', signal }).catch(() => undefined);
    if (response?.status !== 200) {
      const problem = response ? `answers ${response.status}` : 'does not respond';
      return [failed(name, `${keys} ${problem}`, 'set OPS_SSO_KEYS')];
    }
    const { success } = keySetSchema.safeParse(await response.json().catch(() => undefined));
    return [
      success ? passed(name, `${keys} has keys`) : failed(name, `${keys} has no keys`, 'set OPS_SSO_KEYS'),
    ];
  } catch (error) {
    return [failed(name, reasonOf(error), 'see configuration.md')];
  }
}

/** @returns when the certificate of an https origin ends, and whether it is accepted. */
async function readCertificate(origin: string, waitMs: number, options: ConnectionOptions) {
  const { hostname: host, port } = new URL(origin);
  // The name is empty for an IP address, which is no server name (RFC 6066 §3) and which Node 26 refuses.
  const servername = isIP(host) ? '' : host;
  const socket = connect({ host, port: Number(port || 443), servername, ...options });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(waitMs) });
    return { end: new Date(socket.getPeerCertificate().valid_to), isAccepted: socket.authorized };
  } finally {
    socket.destroy();
  }
}

/** Whether a certificate is accepted, and when it ends. @param ca instead of the authorities that Node trusts. */
export async function checkCertificate(origin: string, ca?: string): Promise<CheckResult> {
  const { protocol, hostname } = new URL(origin);
  const name = `certificate of ${hostname}`;
  if (protocol !== 'https:') return passed(name, 'none: the origin is plain http');
  try {
    const { end } = await readCertificate(origin, WAIT_MS, ca ? { ca } : {});
    const days = Math.floor((end.getTime() - Date.now()) / DAY_MS);
    if (days >= RENEWED_DAYS) return passed(name, `it is valid for ${days} days`);
    return warned(name, `it ends in ${days} days`, 'renew it, and reload nginx');
  } catch (error) {
    return failed(name, reasonOf(error), 'renew it, or check the name’s address and nginx');
  }
}

const CERTIFICATE_MS = 800;

/** @returns when the certificate of each https origin ends: 1970 for one that browsers refuse; none for a server that is away. */
export async function certificateEnds(origins: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const encrypted = origins.filter((origin) => new URL(origin).protocol === 'https:');
  const ends = await Promise.all(
    encrypted.map(async (origin): Promise<readonly [string, Date][]> => {
      try {
        // The end of an expired one is read as well.
        const options = { rejectUnauthorized: false };
        const { end, isAccepted } = await readCertificate(origin, CERTIFICATE_MS, options);
        return [[origin, isAccepted || end < new Date() ? end : new Date(0)]];
      } catch {
        return [];
      }
    }),
  );
  return new Map(ends.flat());
}

/** How much is free in a folder. @param variable names it. @param least in bytes. */
export async function checkDisk(name: string, folder: string, variable: string, least = MIN_FREE_BYTES) {
  try {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const message = `${(free / 1e9).toFixed(1)} GB are free in ${folder}`;
    if (free >= least) return passed(name, message);
    return (free < least / 100 ? failed : warned)(name, message, `free some, or move ${variable}`);
  } catch (error) {
    return failed(name, reasonOf(error), `create ${variable}, and let the user of the role write to it`);
  }
}

/** Whether there is a complete backup of the last day. */
export async function checkBackups(folder: string | undefined): Promise<CheckResult> {
  const name = 'backup';
  const fix = 'the log of isa-backup.service says why; see the section on backups of operating.md';
  if (!folder) return failed(name, 'BACKUP_FOLDER does not name the folder of the backups', fix);
  try {
    const times = await Promise.all(
      (await readdir(folder)).map((one) =>
        // The manifest is written last.
        stat(path.join(folder, one, 'manifest.json')).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      ),
    );
    const hours = Math.floor((Date.now() - Math.max(0, ...times)) / 3_600_000);
    if (hours <= MAX_BACKUP_HOURS) return passed(name, `the last one is ${hours} hours old`);
    return failed(name, `${folder} has no complete one of the last ${MAX_BACKUP_HOURS} hours`, fix);
  } catch (error) {
    return failed(name, reasonOf(error), fix);
  }
}

/** What is wrong with the store, the keys and the built site. */
export async function checkReleases(site: Site, storage: Storage = defaultStorage(), keys: Keys = localKeys) {
  return [await checkKeys(keys), ...(await checkStore(site, storage, keys))];
}

async function checkKeys(keys: Keys): Promise<CheckResult> {
  const name = 'trusted keys';
  try {
    const trusted = Object.entries(await keys.trust()).flatMap(([owner, all]) =>
      all.map(({ id, since }) => ({
        key: `${owner} (${id})`,
        days: (Date.now() - Date.parse(since)) / DAY_MS,
      })),
    );
    const old = trusted.filter(({ days }) => days > MAX_KEY_AGE_DAYS).map(({ key }) => key);
    if (trusted.length === 0)
      return failed(name, 'there are none', 'copy trusted.json here, and set RELEASE_TRUST');
    if (old.length === 0) return passed(name, `${trusted.length}, none older than a year`);
    return warned(name, `older than a year: ${old.join(', ')}`, 'npm run release -- keygen <owner> --rotate');
  } catch (error) {
    return failed(name, reasonOf(error), 'copy trusted.json again');
  }
}

/** Whether this machine can sign the registry. */
export function checkRegistryKey(keys: Keys = localKeys): Promise<CheckResult> {
  const fix = 'watch and ops need it: RELEASE_KEY_REGISTRY or KEYS_FOLDER';
  return requireTrustedKey(REGISTRY_OWNER, keys).then(
    () => passed('registry key', 'it is here, and trusted'),
    (error: unknown) => failed('registry key', reasonOf(error), fix),
  );
}

async function checkStore(site: Site, storage: Storage, keys: Keys): Promise<readonly CheckResult[]> {
  try {
    const validity = await readValidity(storage, keys);
    const { registry } = await readVerifiedRegistry(storage, keys);
    requireValid(registry.revision, validity);
    const message = `${storage.address} is read; revision ${registry.revision} of the registry is signed by a trusted key`;
    return [passed('store', message), await checkSiteBuild(site, registry.revision)];
  } catch (error) {
    const fix =
      'check STORE_URL or STORE_FOLDER, SITE_URL and AWS_…; npm run release -- repair restores a registry';
    return [failed('store', reasonOf(error), fix)];
  }
}

async function checkSiteBuild(site: Site, revision: number): Promise<CheckResult> {
  const current = await site.current();
  const text = current && (await site.read(current.id, SITE_BUILD_FILE));
  if (text === undefined) {
    return failed('built site', `nothing is built in ${site.address}`, 'start the role prerender');
  }
  const siteBuild = parseJson(text, siteBuildSchema);
  if (!siteBuild) {
    return failed(
      'built site',
      `${SITE_BUILD_FILE} of ${current?.id} is not valid`,
      'restart the role prerender',
    );
  }
  const [page] = siteBuild.failedPages;
  if (page) {
    const message = `${describeFailedPage(page)}; visitors get its last version`;
    return failed('built site', message, `npm run release -- rollback ${page.app}, or correct the catalogue`);
  }
  if (siteBuild.revision === revision) return passed('built site', `it shows revision ${revision}`);
  return failed(
    'built site',
    `it shows revision ${siteBuild.revision}, and the registry has ${revision}`,
    'the log of the role prerender says why',
  );
}
