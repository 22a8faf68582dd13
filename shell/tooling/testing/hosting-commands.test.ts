import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../packages/node/folders';

const documentText = readFileSync(path.join(root, 'shell/docs/operating.md'), 'utf8');

/** Where a command is run: a file and a part of its text. */
type Run = readonly [file: string, text: string];

const ROLES_TEST = 'shell/tooling/commands/testing/start-roles.mjs';
const CLI_TEST = 'shell/platform/release/cli/cli.test.ts';
/** `package.test.ts` runs this file with the unpacked archive. */
const OPERATORS_RUN = 'shell/tooling/testing/operators-run.ts';
const walked = (text: string): Run => [OPERATORS_RUN, text];

/** The commands that a test runs. */
const RUN: Readonly<Record<string, Run>> = {
  'npm run package': ['shell/tooling/commands/package.test.ts', 'shell/tooling/commands/package.ts'],
  mkdir: walked("follow('tar -xzf')"),
  'tar -xzf': walked("follow('tar -xzf')"),
  'ln -sfn': walked("follow('tar -xzf')"),
  cp: walked("follow('tar -xzf')"),
  'node shell/role.cjs': [ROLES_TEST, 'shell/role.cjs'],
  'node shell/media.cjs import': walked("follow('media.cjs import')"),
  'node shell/backup.cjs create': walked("follow('backup.cjs create'"),
  'node shell/backup.cjs restore': walked("follow('backup.cjs restore'"),
  'node shell/backup.cjs binlog': ['api/src/recovery/mariadb-drill.test.ts', "'binlog', '--to'"],
  'node shell/backup.cjs reconcile': ['api/src/recovery/mariadb-drill.test.ts', "'reconcile'"],
  'systemd-sysusers': ['shell/platform/hosting/systemd.test.ts', "spawnSync('systemd-sysusers'"],
  'release keygen': walked("'keygen', 'shop'"),
  'release trust': walked("'trust', 'shop'"),
  'release keys': walked("'keys')"),
  'release pack': ['shell/packages/kit/pack/pack.test.ts', "'pack', 'shop'"],
  'release publish': walked("'publish shop@1.0.0'"),
  'release check': walked("'check shell@1.0.0'"),
  'release promote': walked("'promote', 'shop@1.1.0', '--percent'"),
  'release revoke': [CLI_TEST, "release('revoke', 'shop'"],
  'release status': [CLI_TEST, "'status'"],
  'promtool check config': ['shell/platform/hosting/monitoring/monitoring.test.ts', "'check', 'config'"],
  'release edge': ['shell/tooling/e2e/without-origin.spec.ts', "'edge',"],
  'node shell/release.cjs status': walked("follow('release.cjs status')"),
  'node shell/release.cjs history': walked("follow('release.cjs status')"),
  'node shell/release.cjs abort': walked("follow('release.cjs abort')"),
  'node shell/release.cjs rollback': walked("follow('release.cjs rollback')"),
  'node shell/release.cjs repair': walked("follow('release.cjs repair')"),
  'node shell/release.cjs keygen': walked("follow('keygen registry --rotate')"),
  'node shell/release.cjs keys': walked("follow('keygen registry --rotate')"),
  'node shell/release.cjs revoke': walked("follow('release.cjs revoke'"),
  'node shell/release.cjs --dry-run prune': walked("follow('--dry-run prune')"),
  'node shell/release.cjs prune': walked("follow('prune --days')"),
  'node shell/release.cjs website': walked("follow('release.cjs website'"),
};

/** The commands that no test runs, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'systemd-creds encrypt':
    'no test machine is run by systemd; systemd.test.ts checks that each unit loads a secret under the one name it is bound to',
  'systemd-creds decrypt': 'no test machine is run by systemd',
  'systemd-run': 'no test machine is run by systemd',
  systemctl: 'no test machine is run by systemd; systemd.test.ts verifies and rates the units',
  'systemd-tmpfiles': 'no test machine is run by systemd; systemd.test.ts reads its file',
  'podman build': 'the base image cannot be fetched where the tests run',
  kubectl: 'there is no cluster; kubernetes.test.ts checks the manifests against the published schemas',
  journalctl: 'no test machine is run by systemd; start-roles.mjs runs the doctor',
  certbot: 'no name of a test machine is known to an authority',
  nano: 'a person edits the file; nginx.test.ts replaces the same placeholders',
  'apt install': 'tests do not change the machine; rsyslog.test.ts runs where rsyslog is installed',
  'rsyslogd -N1': 'rsyslog.test.ts runs rsyslogd with the replaced placeholders',
  'ln -s': 'it links a metric into a folder of the node exporter, which no test machine has',
  mariadb: 'database-accounts.test.ts gives its accounts the rights of the same file',
  'nginx -t': 'nginx.test.ts runs it with the replaced placeholders',
  install: 'Prometheus is configured by hand; promtool reads the same files in monitoring.test.ts',
  'npx wrangler': 'there is no account of a provider where the tests run',
  'oauth2-proxy':
    'there is no identity provider; single-sign-on.hostile.test.ts sends genuine and forged tokens',
  aws: 'there is no account of a provider where the tests run',
  curl: 'hosts.test.ts and hosting.spec.ts send the same requests themselves',
  jq: 'hosts.test.ts and hosting.spec.ts send the same requests themselves',
};

/** Matches commands that only prepare or show something: assignments, loops, filters. */
const OTHER =
  /^(?:[A-Z][A-Z0-9_]*=|(?:for|done|export|set|umask|cd|basename|mv|sed|grep|head|echo|sleep)\b|\. )/;

/** @returns program and command, which tell one command from another. */
function commandsIn(block: string): readonly string[] {
  return block
    .replaceAll(/\\\n/g, ' ')
    .replaceAll(/ #.*$/gm, '')
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/"[^"$]*"/g, '""')
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
  expect([...known].filter((command) => !commands.has(command))).toEqual([]);
});

test.each(Object.entries(RUN))('%s is run by the named test', (_command, [file, text]) => {
  expect(readFileSync(path.join(root, file), 'utf8')).toContain(text);
});
