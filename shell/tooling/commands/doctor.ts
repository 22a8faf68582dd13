import { type CheckResult, checkResult, failed, passed } from '@isa/api-contract/schemas';
import {
  checkApi,
  checkCertificate,
  checkDisk,
  checkRegistryKey,
  checkReleases,
  checkSite,
} from '../../platform/hosting/checks';
import { readCredentials } from '../../platform/hosting/credentials';
import { isRole, isSecret, missingVariables, type Role, ROLES } from '../../platform/hosting/roles';
import { siteAt } from '../../platform/store/site-bucket';
import { dataFolder } from '../../packages/node/folders';
import { hasCompiler, sourceScript, streamNode } from '../../packages/node/node';
import { siteFolder } from '../../platform/store/locations';
import { main } from '../../packages/node/processes';
import { apiOrigin, cdnOrigin, previewOrigin, siteOrigin } from '../../platform/server/addresses';
import { messageOf, UserError } from '../../packages/node/user-error';
import { readCommandLine } from './command-line.mjs';
import { apiEnvironment, apiScript } from './services/api';

const CHECKS: readonly {
  readonly of: readonly Role[];
  run(examined: readonly Role[]): Promise<readonly CheckResult[]>;
}[] = [
  { of: Object.keys(ROLES).filter(isRole), run: async (examined) => examined.map(checkSettings) },
  { of: ['prerender', 'ops', 'site'], run: async () => [checkPreviewOrigin()] },
  { of: ['web', 'jobs', 'prepare'], run: checkApiParts },
  { of: ['web', 'jobs', 'prepare'], run: async () => [await checkDisk('disk', dataFolder, 'DATA_FOLDER')] },
  { of: ['prerender', 'watch', 'ops', 'site'], run: async () => [await checkApi(apiOrigin())] },
  { of: ['prerender', 'watch', 'ops'], run: () => checkReleases(siteAt().site) },
  { of: ['watch', 'ops'], run: async () => [await checkRegistryKey()] },
  { of: ['prerender'], run: async () => [await checkDisk('disk of the site', siteFolder, 'SITE_FOLDER')] },
  { of: ['watch', 'site'], run: async () => [await checkSite(siteOrigin())] },
  {
    of: ['site'],
    run: () => Promise.all([siteOrigin(), cdnOrigin()].map((origin) => checkCertificate(origin))),
  },
];

main(async () => {
  const named = readCommandLine('doctor').positionals;
  const roles = (named.length > 0 ? named : Object.keys(ROLES)).filter(isRole);
  Object.assign(process.env, readCredentials(roles, process.env));
  const secrets = secretTexts(process.env);
  let failures = 0;
  for (const { of, run } of CHECKS) {
    const examined = roles.filter((role) => of.includes(role));
    if (examined.length === 0) continue;
    for (const result of await run(examined)) {
      if (result.state === 'failure') failures += 1;
      const line = secrets.reduce((safe, secret) => safe.replaceAll(secret, '[secret]'), lineOf(result));
      process.stdout.write(`${line}\n`);
    }
  }
  process.exit(failures > 0 ? 1 : 0);
});

function lineOf({ state, name, message, fix }: CheckResult): string {
  const label = { ok: 'ok     ', warning: 'WARNING', failure: 'FAILURE' }[state];
  const line = `${label} ${name}: ${message.replace(/\s+/g, ' ')}${fix ? ` — ${fix}` : ''}`;
  return hasCompiler() ? line : line.replaceAll('npm run release --', 'node shell/release.cjs');
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

/** The role jobs may reach all that the API has drivers for; prepare reaches the database only. */
async function checkApiParts(examined: readonly Role[]): Promise<readonly CheckResult[]> {
  const role = examined.every((one) => one === 'prepare') ? 'prepare' : 'jobs';
  const script = hasCompiler()
    ? sourceScript('api/src/roles/doctor.ts', role)
    : apiScript('src/roles/doctor.js', role);
  const environment = await apiEnvironment([role], process.env);
  const { code, output } = await streamNode(script, () => undefined, environment);
  if (code !== 0) throw new UserError(`The API could not be checked:\n${output}`);
  return output
    .split('\n')
    .filter(Boolean)
    .map((line) => checkResult.parse(JSON.parse(line)));
}

/** @returns every secret of the environment, and the passwords in addresses. */
function secretTexts(environment: NodeJS.ProcessEnv): readonly string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!value || !isSecret(name)) return [];
    const password = URL.canParse(value) ? new URL(value).password : '';
    return [value, ...(password ? [password, decodeURIComponent(password)] : [])];
  });
}
