import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { testFolder } from '../../../api/testing/test-folder';
import { describeWithProgram, installedProgram } from '../../../api/testing/with-program';
import { isRole, type Right, type Role, ROLES } from './roles';
import { PROXIES } from './testing/proxies';

const FOLDER = path.join(__dirname, 'systemd');
const read = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8');
const roles = Object.keys(ROLES).filter(isRole);
/** Roles of which several processes run, each with its port as the name of its instance. */
const SEVERAL: readonly Role[] = ['web', 'site'];
/** The roles that render the code of releases, and write the site. */
const BUILDS: readonly Role[] = ['prerender', 'watch', 'ops'];
const unit = (role: Role) => read(`isa-${role}${SEVERAL.includes(role) ? '@' : ''}.service`);
const environmentOf = (role: Role) =>
  new Map(
    [...unit(role).matchAll(/(\w+)=([^\s=]+)(?= |$)/gm)].map(([, name = '', value = '']) => [name, value]),
  );

describe.each(roles)('the unit of the role %s', (role) => {
  it('runs the role as a user of its own, which is created, with folders of its own', () => {
    const lines = unit(role).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        `User=isa-${role}`,
        expect.stringMatching(new RegExp(`^ExecStart=.* /usr/bin/node shell/role\\.cjs ${role}$`)),
        `StateDirectory=isa-${role}`,
        `LogsDirectory=isa-${role}`,
      ]),
    );
    expect(environmentOf(role).get('DATA_FOLDER')).toBe(`%S/isa-${role}`);
    expect(read('isa.sysusers.conf')).toContain(`u isa-${role} -`);
  });

  it('loads every secret from a folder of its own, which only root can read, and does not start without a database', () => {
    const loaded = [...unit(role).matchAll(/^LoadCredential=(.+)$/gm)].map(([, value]) => value);
    const rights: readonly Right[] = ROLES[role].may;
    const database = rights.includes('database')
      ? [`isa_DATABASE_URL:/etc/isa/secrets/${role}/DATABASE_URL`]
      : [];
    expect(loaded).toEqual([...database, `isa:/etc/isa/secrets/${role}`]);
    expect(read('isa.tmpfiles.conf')).toContain(`d /etc/isa/secrets/${role} 0700 root root\n`);
  });

  it('knows how many proxies are in front of it', () => {
    const known: Readonly<Record<string, string>> = PROXIES.systemd;
    expect(environmentOf(role).get('TRUST_PROXY')).toBe(known[role]);
  });
});

it('runs the doctor of a role as the user of the role, who may write there what the role may write', () => {
  const writtenBy = (name: string) =>
    [...read(name).matchAll(/^ReadWritePaths=(.+)$/gm)].flatMap(([, paths = '']) =>
      paths.split(' ').map((one) => one.replace(/^-/, '')),
    );
  const doctor = 'isa-doctor@.service';
  expect(read(doctor)).toMatch(/^User=isa-%i$/m);
  const written = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.service'))
    .flatMap(writtenBy);
  expect(new Set(writtenBy(doctor))).toEqual(new Set([...written, '%S/isa-%i', '%L/isa-%i']));
  // Folders of systemd's, which belong to the unit of the role.
  for (const folder of ['DATA_FOLDER=%S/isa-%i ', 'SECURITY_LOG=%L/isa-%i/security.log '])
    expect(read(doctor)).toContain(folder);
});

it('loads each secret under one name, because systemd-creds binds the name to what it encrypts', () => {
  const loaded = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.service'))
    .flatMap((name) => [
      ...read(name).matchAll(/^LoadCredential=([^:]+):\/etc\/isa\/secrets\/[^/\n]+(?:\/(.+))?$/gm),
    ]);
  expect(loaded.length).toBeGreaterThan(roles.length);
  for (const [, name, file] of loaded) expect(name).toBe(file === undefined ? 'isa' : `isa_${file}`);
});

it('lets only the roles that build the site write to its folder, and only those that promote to the store', () => {
  const writersOf = (folder: string) =>
    roles.filter((role) => new RegExp(`^ReadWritePaths=.*-${folder}\\b`, 'm').test(unit(role)));
  const membersOf = (group: string) =>
    [...read('isa.sysusers.conf').matchAll(new RegExp(`^m isa-(\\w+) ${group}$`, 'gm'))].map(
      ([, name]) => name,
    );
  for (const [group, writers] of [
    ['isa-pages', BUILDS],
    ['isa-store', ['watch', 'ops']],
  ] as const) {
    expect(writersOf(`/var/lib/${group}`)).toEqual(writers);
    expect(membersOf(group)).toEqual(writers);
    expect(read('isa.tmpfiles.conf')).toContain(`d /var/lib/${group} 2775 root ${group}\n`);
  }
  // What one of them writes, the others can read and replace; all else is private.
  for (const role of roles)
    expect(unit(role)).toContain(`UMask=${BUILDS.includes(role) ? '0002' : '0077'}\n`);
});

it('lets only the office write recordings, and the API and the preparation read them', () => {
  const writers = roles.filter((role) => unit(role).includes('ReadWritePaths=-/srv/isa/media\n'));
  expect(writers).toEqual(['office']);
  expect(read('isa.tmpfiles.conf')).toContain('d /srv/isa/media 2750 isa-office isa-media\n');
  for (const role of ['web', 'prepare'])
    expect(read('isa.sysusers.conf')).toContain(`m isa-${role} isa-media\n`);
});

it('lets the API keep its log of erasures on a disk of its own', () => {
  expect(environmentOf('web').get('ERASURE_LOG')).toBe('/var/lib/isa-erasures/erasures.log');
  expect(unit('web')).toContain('ReadWritePaths=-/var/lib/isa-erasures\n');
  expect(read('isa.tmpfiles.conf')).toContain('d /var/lib/isa-erasures 0700 isa-web isa-web\n');
});

it('lets no setting that all roles read change the ports, folders and logs of one', () => {
  for (const role of roles) {
    const [, own = ''] = /^ExecStart=\/usr\/bin\/env (.*) \/usr\/bin\/node /m.exec(unit(role)) ?? [];
    // A file of settings overrides `Environment=` (systemd.exec(5)).
    const [, shared = ''] = /^Environment=(.*)$/m.exec(unit(role)) ?? [];
    expect(own).toContain('DATA_FOLDER=');
    expect(own).toContain('SECURITY_LOG=');
    expect(shared).not.toMatch(/PORT=|FOLDER=|SECURITY_LOG=/);
  }
});

it('gives each process a port of its own, and Prometheus asks every role', () => {
  const instances: Readonly<Record<string, readonly string[]>> = {
    web: ['3002', '3012'],
    site: ['3000', '3010'],
  };
  const expected = roles.flatMap((role) => {
    // The API and the office answer on their own ports.
    const port =
      role === 'office' ? '3005' : environmentOf(role).get(role === 'web' ? 'API_PORT' : 'METRICS_PORT');
    const ports = (instances[role] ?? ['']).flatMap((instance) => port?.replace('%i', instance) ?? []);
    return ports.map((one) => `isa-${role} 127.0.0.1:${one}`);
  });
  const targets = z.array(z.object({ targets: z.array(z.string()) }));
  const jobs = z.object({
    scrape_configs: z.array(
      z.object({
        job_name: z.string(),
        static_configs: targets,
        authorization: z.object({ credentials_file: z.string() }).optional(),
      }),
    ),
  });
  const prometheus = jobs.parse(
    parse(readFileSync(path.join(__dirname, 'monitoring/prometheus.yml'), 'utf8')),
  );
  const ours = prometheus.scrape_configs.filter(({ job_name: name }) => name.startsWith('isa-'));
  // One that a role discloses reads the metrics of no other.
  expect(ours.map(({ authorization }) => authorization?.credentials_file)).toEqual(
    ours.map(({ job_name: name }) => name.replace('isa-', 'metrics-token-')),
  );
  const asked = ours.flatMap(({ job_name: name, static_configs: configs }) =>
    configs.flatMap((config) => config.targets.map((target) => `${name} ${target}`)),
  );
  expect(asked.sort()).toEqual(expected.sort());
  expect(new Set(expected.map((line) => line.split(' ')[1])).size).toBe(expected.length);
  const nginx = readFileSync(path.join(__dirname, 'nginx.conf'), 'utf8');
  for (const port of Object.values(instances).flat()) expect(nginx).toContain(`server 127.0.0.1:${port} `);
});

describeWithProgram('systemd-analyze')('systemd-analyze', () => {
  const analyze = installedProgram('systemd-analyze');
  let folder: string;
  beforeAll(() => {
    folder = testFolder();
    cpSync(FOLDER, folder, { recursive: true });
    // The path is replaced, because the check looks for the program of this machine.
    for (const name of services) {
      writeFileSync(path.join(folder, name), read(name).replace('/usr/bin/node', process.execPath));
    }
  });

  const services = readdirSync(FOLDER).filter((name) => /\.service$/.test(name));
  /** The path of a unit, or of an instance of it. */
  const at = (name: string) => path.join(folder, name.replace('@.', '@web.'));
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(analyze ?? '', args, { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };

  it('finds no fault in the units and timers', () => {
    const timers = readdirSync(FOLDER).filter((name) => name.endsWith('.timer'));
    expect(run('verify', '--man=no', ...[...services, ...timers].map(at))).toEqual({ status: 0, output: '' });
  });

  it('finds a fault when there is one', () => {
    const broken = path.join(folder, 'broken.service');
    writeFileSync(broken, unit('jobs').replace('RestartSec=', 'RestartSecs='));
    expect(run('verify', '--man=no', broken).output).toContain('RestartSecs');
  });

  it('systemd-sysusers creates the users', () => {
    mkdirSync(path.join(folder, 'etc'));
    spawnSync('systemd-sysusers', [`--root=${folder}`, path.join(folder, 'isa.sysusers.conf')]);
    const names = readFileSync(path.join(folder, 'etc/passwd'), 'utf8').match(/^[^:]+/gm);
    expect(names?.sort()).toEqual([...roles, 'backup'].map((role) => `isa-${role}`).sort());
  });

  // The scale of the tool ends at 10, without any protection. Namespaces for the code of releases cost 2 points.
  it.each(services)('rates the exposure of %s as low', (name) => {
    const limit = BUILDS.some((role) => name === `isa-${role}.service`) ? 35 : 20;
    const { status, output } = run(
      'security',
      '--offline=yes',
      `--threshold=${limit}`,
      path.join(folder, name),
    );
    expect([status, output.split('\n').at(-2)]).toEqual([0, expect.stringContaining('exposure level')]);
  });
});

describeWithProgram('logrotate')('logrotate', () => {
  it('accepts its file', () => {
    const args = ['--debug', path.join(__dirname, 'isa.logrotate')];
    const { status, stderr } = spawnSync(installedProgram('logrotate') ?? '', args, { encoding: 'utf8' });
    expect([status, stderr.match(/^error.*$/gm)]).toEqual([0, null]);
    expect(stderr).toContain('Handling 2 logs');
  });
});
