import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { liveEnvironment } from '../../../api/testing/live-environment';
import { testFolder } from '../../../api/testing/test-folder';
import { readEnv } from '../../../api/src/platform/env';
import { commandBlock, commandBlocks, rehearsalSettings } from './operating-guide';

const FOLDER = path.join(__dirname, 'installation');
const sources = readdirSync(FOLDER).map((name) => readFileSync(path.join(FOLDER, name), 'utf8'));

/** The blocks that the nightly installation follows. */
const FOLLOWED = sources.flatMap((source) =>
  [...source.matchAll(/\b(?:follow|commandBlock)\(\s*(['"])(.+?)\1/g)].map(([, , text = '']) =>
    commandBlock(text.replaceAll('\\n', '\n')),
  ),
);

/** What it does not follow, and what tests the same instead. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'prepare --staff': 'start-roles.mjs gives the role; the journeys of the office enrol',
  'release.cjs repair': 'operators-run.ts follows it with the unpacked archive',
  'keygen registry --rotate': 'operators-run.ts follows it with the unpacked archive',
  'revoke registry': 'operators-run.ts follows it with the unpacked archive',
  'oauth2-proxy --http-address':
    'single-sign-on.hostile.test.ts sends genuine and forged tokens; there is no identity provider',
  OPS_SSO_ISSUER: 'single-sign-on.hostile.test.ts',
  'ln -sfn isa-1.2.0': 'bench/rolling-deploy.ts replaces one package by another; the installation has one',
  'backup.cjs create': 'the timers run the same commands; package.test.ts runs them by hand',
  "systemctl stop 'isa-web@*'": 'a restore: api/src/recovery/mariadb-drill.test.ts',
  isa_restore: 'a restore: api/src/recovery/mariadb-drill.test.ts',
  'backup.cjs restore': 'api/src/recovery/mariadb-drill.test.ts',
  'backup.cjs reconcile': 'api/src/recovery/mariadb-drill.test.ts',
  'systemctl start isa-web@3002': 'the installation enables the same units',
  'keygen shop --rotate': 'key-rotation.test.ts',
  'revoke shop': 'cli.test.ts revokes the key of a team',
  'apt install rsyslog': 'rsyslog.test.ts runs rsyslogd with the shipped file',
  'podman build': 'the base image cannot be fetched where the tests run',
  'kubectl apply':
    'there is no cluster; kubernetes.test.ts checks the manifests against the published schemas',
  isa_rehearsal: 'the tests reach no PayPal; env.test.ts and the last test below check the settings',
  'npx wrangler': 'without-origin.spec.ts runs the module; there is no account of a provider',
};

test.each(commandBlocks.map((block) => [block.split('\n')[0], block]))(
  'the block that begins with “%s” is followed by the installation, or listed with another test',
  (_first, block) => {
    const isElsewhere = Object.keys(ELSEWHERE).some((text) => block.includes(text));
    expect(isElsewhere || FOLLOWED.includes(block)).toBe(true);
  },
);

test.each(Object.keys(ELSEWHERE))('%s is in a block that the installation does not follow', (text) => {
  const blocks = commandBlocks.filter((block) => block.includes(text));
  expect(blocks).not.toEqual([]);
  for (const block of blocks) expect(FOLLOWED).not.toContain(block);
});

test('the settings of the rehearsal are accepted in production, in a database to which the guide renames the address', () => {
  const [, pattern = '', replacement = ''] =
    /sed -i -E 's#(.+)#(.+)#'/.exec(commandBlock('cp -a /etc/isa /etc/isa.real')) ?? [];
  const rehearsed = (address: string) =>
    address.replace(new RegExp(pattern), replacement.replace('\\1', '$1'));
  const settings = { ...liveEnvironment, ...rehearsalSettings(), DATA_FOLDER: testFolder() };
  for (const options of ['', '?ca=/etc/isa/database-ca.pem']) {
    const real = `mysql://isa:…@127.0.0.1/isa${options}`;
    const env = readEnv({ ...settings, DATABASE_URL: rehearsed(real) });
    expect(env).toMatchObject({ production: true, paypal: { sandbox: true } });
    expect(env.databaseUrl).toBe(`mysql://isa:…@127.0.0.1/isa_rehearsal${options}`);
    expect(() => readEnv({ ...settings, DATABASE_URL: real })).toThrow('PAYPAL_SANDBOX');
  }
});
