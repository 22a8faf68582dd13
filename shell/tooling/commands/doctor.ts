import { existsSync } from 'node:fs';
import path from 'node:path';
import { type CheckResult, failed, passed } from '@isa/api-contract/schemas';
import {
  checkDatabase,
  checkErasureLog,
  checkPayPal,
  checkRedis,
  checkSmtp,
  checkVideos,
  checkWritable,
} from '../../../api/src/roles/checks';
import { ConfigurationError, type Env, readEnv } from '../../../api/src/platform/env';
import {
  checkApi,
  checkBackups,
  checkCertificate,
  checkDisk,
  checkRegistryKey,
  checkReleases,
  checkSingleSignOn,
  checkSite,
} from '../../platform/hosting/checks';
import { readCredentials } from '../../platform/hosting/credentials';
import { isRole, isSecret, missingVariables, type Role, ROLES } from '../../platform/hosting/roles';
import { siteAt } from '../../platform/store/site-bucket';
import { dataFolder, root } from '../../packages/node/folders';
import { hasCompiler } from '../../packages/node/node';
import { siteFolder, storeFolder } from '../../platform/store/locations';
import { main } from '../../packages/node/processes';
import {
  apiOrigin,
  cdnOrigin,
  previewOrigin,
  siteOrigin,
  useRecordedAddresses,
} from '../../platform/server/addresses';
import { messageOf } from '../../packages/node/user-error';
import { readCommandLine } from './command-line.mjs';
import { apiEnvironment } from './services/api';

type Examined = Role | 'backup';
type Results = CheckResult | readonly CheckResult[];
interface Check {
  /** The roles that need it. */
  readonly of: readonly Examined[];
  /** @param examined those of them that were named. */
  run(examined: readonly Role[]): Results | Promise<Results>;
}

const ALL = Object.keys(ROLES).filter(isRole);
const API: readonly Role[] = ['web', 'jobs', 'office', 'prepare'];
const RELEASES: readonly Role[] = ['prerender', 'watch', 'ops'];

/** Every check of an installation. */
const CHECKS: readonly Check[] = [
  { of: ALL, run: (roles) => roles.map(checkSettings) },
  { of: API, run: checkApiSettings },
  { of: API, run: ofApi(checkDatabaseAndErasures) },
  { of: ['web', 'jobs', 'office'], run: ofApi(checkRedis) },
  { of: ['web', 'jobs', 'office'], run: ofApi(checkPayPal) },
  { of: ['jobs'], run: ofApi(checkSmtp) },
  { of: ['web'], run: ofApi(checkVideos) },
  { of: ['web', 'jobs', 'prepare'], run: () => checkDisk('disk', dataFolder, 'DATA_FOLDER') },
  { of: [...ALL, 'backup'], run: () => checkWritable('DATA_FOLDER', 'folder', dataFolder) },
  { of: ALL, run: checkSecurityLog },
  {
    of: ['office'],
    run: ofApi(async (env) => [await checkWritable('MEDIA_FOLDER', 'folder', env.mediaFolder)]),
  },
  { of: [...RELEASES, 'site', 'web'], run: () => checkApi(apiOrigin()) },
  { of: RELEASES, run: () => checkReleases(siteAt().site) },
  { of: ['watch', 'ops'], run: () => checkRegistryKey() },
  { of: ['ops'], run: checkSingleSignOn },
  { of: ['prerender'], run: () => checkDisk('disk of the site', siteFolder, 'SITE_FOLDER') },
  { of: RELEASES, run: () => checkFolders('SITE_FOLDER', siteFolder, 'site-builds', 'switches', 'cache') },
  { of: ['watch', 'ops'], run: checkStoreFolder },
  { of: ['prerender', 'ops', 'site'], run: checkPreviewOrigin },
  { of: ['watch', 'site'], run: () => checkSite(siteOrigin()) },
  { of: ['site'], run: () => Promise.all([siteOrigin(), cdnOrigin()].map((one) => checkCertificate(one))) },
  { of: ['backup'], run: () => checkBackupFolder(process.env.BACKUP_FOLDER) },
];

main(async () => {
  const named = readCommandLine('doctor').positionals;
  await useRecordedAddresses();
  const names: readonly string[] = named.length > 0 ? named : ALL;
  const roles = names.filter(isRole);
  Object.assign(process.env, readCredentials(roles, process.env));
  const secrets = secretTexts(process.env);
  let failures = 0;
  const checks = CHECKS.filter(({ of }) => of.some((role) => names.includes(role)));
  const results = checks.map(async ({ of, run }) => run(roles.filter((role) => of.includes(role))));
  for (const result of (await Promise.all(results)).flat()) {
    if (result.state === 'failure') failures += 1;
    const line = secrets.reduce((safe, secret) => safe.replaceAll(secret, '[secret]'), lineOf(result));
    process.stdout.write(`${line}\n`);
  }
  process.exit(failures > 0 ? 1 : 0);
});

function lineOf({ state, name, message, fix }: CheckResult): string {
  const label = { ok: 'ok     ', warning: 'WARNING', failure: 'FAILURE' }[state];
  const line = `${label} ${name}: ${message.replace(/\s+/g, ' ')}${fix ? ` — ${fix}` : ''}`;
  return hasCompiler() ? line : line.replaceAll('npm run release --', 'node shell/release.cjs');
}

/** @returns the settings with which one of the roles would start, or what is wrong with them. */
async function readApiSettings(examined: readonly Role[]): Promise<Env | CheckResult> {
  // The role jobs has the rights of web as well.
  const role =
    (['office', 'prepare'] as const).find((one) => examined.every((other) => other === one)) ?? 'jobs';
  const environment = apiEnvironment([role], process.env);
  const { NODE_ENV, APP_SECRET } = environment;
  // The secret is absent, and outside production the API would generate it.
  const isGenerated = NODE_ENV !== 'production' && !APP_SECRET;
  const variables = { ...environment, ...(isGenerated && { APP_SECRET: 'x'.repeat(32) }) };
  try {
    const purpose = role === 'jobs' ? (examined.includes('jobs') ? 'serve' : 'web') : role;
    return readEnv(variables, purpose);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return failed('API', error.message, 'see configuration.md');
  }
}

async function checkApiSettings(examined: readonly Role[]): Promise<CheckResult> {
  const settings = await readApiSettings(examined);
  return 'state' in settings
    ? settings
    : passed('API', `its settings are valid in the mode ${settings.mode}`);
}

/** @returns a check that finds nothing without valid settings, about which `checkApiSettings` has a line. */
function ofApi(
  check: (env: Env, examined: readonly Role[]) => Promise<readonly CheckResult[]>,
): Check['run'] {
  return async (examined) => {
    const settings = await readApiSettings(examined);
    return 'state' in settings ? [] : check(settings, examined);
  };
}

/** Only the role web deletes accounts. The disk of a database on this machine must have room. */
async function checkDatabaseAndErasures(
  env: Env,
  examined: readonly Role[],
): Promise<readonly CheckResult[]> {
  // Several roles have several accounts, and this process has one.
  const [role] = examined.length === 1 && examined[0] !== 'prepare' ? examined : [];
  const { results, folder } = await checkDatabase(env, role && { role, file: rightsFile() });
  const isHere = env.databaseUrl !== undefined && folder !== undefined && existsSync(folder);
  const disk = isHere ? [await checkDisk('disk of the database', folder, 'the database’s folder')] : [];
  const erasures = examined.includes('web') ? [await checkErasureLog(env, folder)] : [];
  return [...results, ...disk, ...erasures];
}

/** Where the rights of the roles in the database are: in the package, or else in the sources. */
function rightsFile(): string {
  const packaged = path.join(root, 'hosting/database-roles.sql');
  return existsSync(packaged) ? packaged : path.join(root, 'shell/platform/hosting/database-roles.sql');
}

function checkSecurityLog(): Results | Promise<Results> {
  const file = process.env.SECURITY_LOG;
  return file ? checkWritable('SECURITY_LOG', 'file', path.resolve(root, file)) : [];
}

async function checkBackupFolder(folder: string | undefined): Promise<readonly CheckResult[]> {
  const written = folder ? [await checkWritable('BACKUP_FOLDER', 'folder', folder)] : [];
  return [await checkBackups(folder), ...written];
}

/** Roles that may change the registry create files in each of these folders. */
function checkStoreFolder(): Results | Promise<Results> {
  if (process.env.STORE_URL) return [];
  return checkFolders('STORE_FOLDER', storeFolder, 'history', 'checks', 'checks/locks', 'checks/uses');
}

/** @param parts that another role may have created. */
function checkFolders(name: string, folder: string, ...parts: readonly string[]): Promise<CheckResult> {
  return checkWritable(name, 'folder', folder, ...parts.map((part) => path.join(folder, part)));
}

function checkPreviewOrigin(): CheckResult {
  const name = 'preview origin';
  try {
    return passed(name, `${previewOrigin()} shares no cookies with ${siteOrigin()}`);
  } catch (error) {
    return failed(name, messageOf(error).replace(/\.$/, ''), 'set PREVIEW_ORIGIN');
  }
}

function checkSettings(role: Role): CheckResult {
  const name = `role ${role}`;
  const missing = missingVariables(role, process.env);
  if (missing.length === 0) return passed(name, 'it has what it needs');
  return failed(
    name,
    `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing`,
    'set it, or store it as a file in CREDENTIALS_DIRECTORY',
  );
}

/** @returns every secret of the environment, and the passwords in addresses. */
function secretTexts(environment: NodeJS.ProcessEnv): readonly string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!value || !isSecret(name)) return [];
    const password = URL.canParse(value) ? new URL(value).password : '';
    return [value, ...(password ? [password, decodeURIComponent(password)] : [])];
  });
}
