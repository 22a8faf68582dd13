import { apiFinding, certificateFinding, siteFinding } from '../hosting/doctor/address-findings';
import { siteDiskFinding } from '../hosting/doctor/disk-finding';
import { failure, type Finding, findingSchema, ok } from '../hosting/doctor/finding';
import { releaseFindings } from '../hosting/doctor/release-findings';
import { readCredentials } from '../hosting/credentials';
import { isRole, isSecret, missingVariables, type Role, ROLES } from '../hosting/roles';
import { siteAt } from '../store/default-site';
import { hasCompiler, sourceScript, streamNode } from '../tools/node';
import { siteFolder } from '../tools/locations';
import { main } from '../tools/processes';
import { apiOrigin, cdnOrigin, siteOrigin } from '../tools/settings';
import { UserError } from '../tools/user-error';
import { apiEnvironment, apiScript } from './services/api';

/**
 * `npm run doctor -- [role …]`: what is wrong with the configuration and the running installation, one line each, and how
 * to mend it. Exit code 1 when something is broken.
 */
main(async () => {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !isRole(name));
  if (unknown) throw new UserError(`Unknown role: ${unknown}. Known: ${Object.keys(ROLES).join(', ')}.`);
  Object.assign(process.env, readCredentials(process.env));
  const secrets = secretTexts(process.env);
  const roles = (named.length > 0 ? named : Object.keys(ROLES)).filter(isRole);
  let failures = 0;
  const has = (...some: readonly Role[]) => some.some((role) => roles.includes(role));
  for (const part of [
    roles.map(settingsFinding),
    has('web', 'jobs', 'prepare') ? await apiFindings() : [],
    has('compose', 'watch', 'ops', 'site') ? [await apiFinding(apiOrigin())] : [],
    has('compose', 'watch', 'ops') ? await releaseFindings(siteAt().site) : [],
    has('compose') ? [await siteDiskFinding(siteFolder)] : [],
    has('watch', 'site') ? [await siteFinding(siteOrigin())] : [],
    has('site')
      ? await Promise.all([siteOrigin(), cdnOrigin()].map((origin) => certificateFinding(origin)))
      : [],
  ]) {
    for (const finding of part) {
      if (finding.state === 'failure') failures += 1;
      process.stdout.write(`${withoutSecrets(lineOf(finding), secrets)}\n`);
    }
  }
  process.exit(failures > 0 ? 1 : 0);
});

function lineOf({ state, subject, text, mend }: Finding): string {
  const label = { ok: 'ok     ', warning: 'WARNING', failure: 'FAILURE' }[state];
  return `${label} ${subject}: ${text.replace(/\s+/g, ' ')}${mend ? ` — ${mend}` : ''}`;
}

function settingsFinding(role: Role): Finding {
  const missing = missingVariables(role, process.env);
  if (missing.length === 0) return ok(`role ${role}`, 'it has what it needs');
  return failure(
    `role ${role}`,
    `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing`,
    'set it, or store it as a file in CREDENTIALS_DIRECTORY',
  );
}

/** The API has the drivers of what it reaches. The role jobs may reach all of it, and nothing is generated for it. */
async function apiFindings(): Promise<readonly Finding[]> {
  const script = hasCompiler() ? sourceScript('api/src/roles/doctor.ts') : apiScript('src/roles/doctor.js');
  const environment = await apiEnvironment(['jobs'], process.env);
  const { code, output } = await streamNode(script, () => undefined, environment);
  if (code !== 0) throw new UserError(`The API could not be checked:\n${output}`);
  return output
    .split('\n')
    .filter(Boolean)
    .map((line) => findingSchema.parse(JSON.parse(line)));
}

/** Every secret of the environment, and the passwords in addresses. */
function secretTexts(environment: NodeJS.ProcessEnv): readonly string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!value || !isSecret(name)) return [];
    const password = URL.canParse(value) ? new URL(value).password : '';
    return [value, ...(password ? [password, decodeURIComponent(password)] : [])];
  });
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((safe, secret) => safe.replaceAll(secret, '[secret]'), text);
}
