import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../tools/folders';
import { walkCommands } from './operators-walk';

// The walk starts a process for each command.
jest.setTimeout(900_000);

const DOCUMENTS = ['hosting.md', 'operating.md', 'backup.md'];
const documentText = DOCUMENTS.map((name) => readFileSync(path.join(root, 'shell/docs', name), 'utf8')).join(
  '\n',
);

/** Where a command is run: a file and a part of its text. */
type Run = readonly [file: string, text: string];

const ROLES_TEST = 'shell/commands/testing/start-roles.mjs';
const CLI_TEST = 'shell/release/cli/cli.test.ts';
const WALK = 'shell/testing/operators-walk.ts';
const verb = (name: string): Run => [WALK, `'${name}`];

/** The commands that a test runs. */
const RUN: Readonly<Record<string, Run>> = {
  'npm run package': ['shell/commands/package.test.ts', 'shell/commands/package.ts'],
  'tar -xzf': ['shell/commands/package.test.ts', "spawnSync('tar', ['-xzf'"],
  'node shell/role.cjs': [ROLES_TEST, 'shell/role.cjs'],
  'node shell/doctor.cjs': [ROLES_TEST, 'shell/doctor.cjs'],
  'node shell/backup.cjs create': ['shell/commands/package.test.ts', "'create', '--to'"],
  'node shell/backup.cjs restore': ['shell/commands/package.test.ts', "'restore', '--from'"],
  'node shell/backup.cjs binlog': ['api/src/recovery/mariadb-drill.test.ts', "'binlog', '--to'"],
  'node shell/backup.cjs reconcile': ['api/src/recovery/mariadb-drill.test.ts', "'reconcile'"],
  'systemd-sysusers': ['shell/hosting/systemd.test.ts', "spawnSync('systemd-sysusers'"],
  'release keygen': [CLI_TEST, "release('keygen', 'shop'"],
  'release revoke': [CLI_TEST, "release('revoke', 'shop'"],
  'release prune': [CLI_TEST, "'prune', '--days'"],
  'release pack': ['shell/kit/pack/pack.test.ts', "'pack', 'shop'"],
  'release trust': verb('trust'),
  'release keys': verb('keys'),
  'release publish': verb('publish shop@1.0.0'),
  'release check': verb('check shell@1.0.0'),
  'release promote': verb('promote shop@1.1.0 --percent 5'),
  'release abort': verb('abort shop'),
  'release rollback': verb('rollback shop'),
  'release repair': [WALK, '  repair: '],
  'release status': [WALK, '  status: '],
  'release history': [WALK, '  history: '],
  'release compose': verb('compose'),
  'release nginx': verb('nginx'),
  'release website': verb('website'),
  'release edge': ['shell/e2e/without-origin.spec.ts', "'edge',"],
  // The switch to the composition before.
  'ls -t': ['shell/store/site-folder.test.ts', 'ls -t compositions'],
  readlink: ['shell/store/site-folder.test.ts', 'readlink current'],
  'ln -s': ['shell/store/site-folder.test.ts', 'ln -s compositions/'],
  'mv -T': ['shell/store/site-folder.test.ts', 'mv -T next current'],
};

/** The commands that no test runs, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  mkdir: 'it sets up a machine, and no test machine is run by systemd',
  cp: 'it sets up a machine',
  'ln -sfn': 'it sets up a machine',
  systemctl: 'no test machine is run by systemd; systemd.test.ts verifies and rates the units',
  'podman build': 'the base image cannot be fetched where the tests run',
  kubectl: 'there is no cluster; kubernetes.test.ts checks the manifests against the published schemas',
  'nginx -t': 'the tests start nginx anew with each configuration',
  'nginx -s reload': 'the tests start nginx anew with each configuration',
  'npx wrangler': 'there is no account of a provider where the tests run',
  'oauth2-proxy':
    'there is no identity provider; single-sign-on.hostile.test.ts tests header, addresses and refusals',
  aws: 'there is no account of a provider where the tests run',
  curl: 'hosts.test.ts and hosting.spec.ts send the same requests themselves',
  jq: 'hosts.test.ts and hosting.spec.ts send the same requests themselves',
};

/** What only prepares or shows: assignments, loops, filters. */
const OTHER = /^(?:[A-Z][A-Z0-9_]*=|(?:for|done|export|set|cd|grep|head|echo)\b|\. )/;

/** Program and verb: what tells one command from another. */
function commandsIn(block: string): readonly string[] {
  return block
    .replaceAll(/\\\n/g, ' ')
    .replaceAll(/ #.*$/gm, '')
    .replaceAll(/'[^']*'/g, "''")
    .split(/\n|&&|\||;|\$\(/)
    .map((line) => line.trim().replace(/^do\b\s*/, ''))
    .map((line) => line.replace(/^(?:[A-Z][A-Z0-9_]*=\S* )+(?=\S)/, ''))
    .filter((line) => line !== '' && !OTHER.test(line))
    .map((line) => {
      const [, released] = /^npm run (?:-s )?release -- (?:--dry-run )?(\w+)/.exec(line) ?? [];
      if (released) return `release ${released}`;
      const known = [...Object.keys(RUN), ...Object.keys(NOT_RUN)].sort((a, b) => b.length - a.length);
      return known.find((name) => line === name || line.startsWith(`${name} `)) ?? line;
    });
}

const blocks = [...documentText.matchAll(/^( *)```sh\n(.*?)^\1```/gms)].map(([, , text = '']) => text);
const commands = new Set(blocks.flatMap(commandsIn));

test('every command of the operators’ documents is run by a test or listed as not run', () => {
  const known = new Set([...Object.keys(RUN), ...Object.keys(NOT_RUN)]);
  expect([...commands].filter((command) => !known.has(command))).toEqual([]);
  // Those of the text: abort, rollback and repair.
  const named = (command: string) =>
    commands.has(command) || documentText.includes(command.replace('release ', ''));
  expect([...known].filter((command) => !named(command))).toEqual([]);
});

test.each(Object.entries(RUN))('%s is run by the named test', (_command, [file, text]) => {
  expect(readFileSync(path.join(root, file), 'utf8')).toContain(text);
});

// Other tests run most of the verbs by default, each with its special cases.
if (process.env['NIGHTLY']) {
  test('the commands for keys, releases and the site end with 0', () => walkCommands());
}
