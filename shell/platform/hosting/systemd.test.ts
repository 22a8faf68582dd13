import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '../../../api/testing/test-folder';
import { describeWithProgram, installedProgram } from '../../../api/testing/with-program';
import { isRole, ROLES } from './roles';
import { systemdFiles } from './systemd';

const files = systemdFiles();
const roles = Object.keys(ROLES).filter(isRole);
/** The roles that render the code of releases, and write the site. */
const BUILDS: readonly string[] = ['prerender', 'watch', 'ops'];
const unit = (role: string) => files[`isa-${role}.service`] ?? '';

describe.each(roles)('the unit of the role %s', (role) => {
  it('runs as a user of its own, which is created', () => {
    const user = /^User=(.+)$/m.exec(unit(role))?.[1] ?? 'none';
    expect(user).toBe(`isa-${role}`);
    expect(files['isa.sysusers.conf']).toContain(`u ${user} -`);
  });
});

it('does not start a role with the database of its own folder', () => {
  for (const role of ['web', 'jobs', 'prepare']) {
    expect(unit(role)).toContain('LoadCredential=DATABASE_URL:');
    expect(unit(role)).not.toContain('SetCredential=DATABASE_URL:');
  }
});

it('lets only the roles that build the site write to its folder', () => {
  const writers = roles.filter((role) => unit(role).includes('ReadWritePaths=-/var/lib/isa-pages\n'));
  expect(writers.toSorted()).toEqual(BUILDS.toSorted());
  for (const role of BUILDS) expect(unit(role)).toMatch(/SupplementaryGroups=isa-pages\n[^]*UMask=0002/);
  expect(files['isa.tmpfiles.conf']).toBe('d /var/lib/isa-pages 2775 root isa-pages\n');
});

describeWithProgram('systemd-analyze')('systemd-analyze', () => {
  const analyze = installedProgram('systemd-analyze');
  let folder: string;
  beforeAll(async () => {
    folder = testFolder();
    await mkdir(folder, { recursive: true });
    // The path is replaced, because the check looks for the program of this machine.
    for (const [name, text] of Object.entries(files)) {
      await writeFile(path.join(folder, name), text.replace('/usr/bin/node', process.execPath));
    }
  });

  const units = () => roles.map((role) => path.join(folder, `isa-${role}.service`));
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(analyze ?? '', args, { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };

  it('finds no fault in the units', () => {
    expect(run('verify', '--man=no', ...units())).toEqual({ status: 0, output: '' });
  });

  it('finds a fault when there is one', async () => {
    const broken = path.join(folder, 'broken.service');
    await writeFile(broken, unit('site').replace('ProtectSystem=strict', 'ProtectSystems=strict'));
    expect(run('verify', '--man=no', broken).output).toContain('ProtectSystems');
  });

  it('systemd-sysusers creates the users', async () => {
    await mkdir(path.join(folder, 'etc'));
    spawnSync('systemd-sysusers', [`--root=${folder}`, path.join(folder, 'isa.sysusers.conf')]);
    const names = (await readFile(path.join(folder, 'etc/passwd'), 'utf8')).match(/^[^:]+/gm);
    expect(names?.sort()).toEqual(roles.map((role) => `isa-${role}`).sort());
  });

  // The scale of the tool ends at 10, without any protection. Namespaces for the code of releases cost 2 points.
  it.each(roles)('rates the exposure of %s as low', (role) => {
    const limit = BUILDS.includes(role) ? 35 : 20;
    const { status, output } = run(
      'security',
      '--offline=yes',
      `--threshold=${limit}`,
      path.join(folder, `isa-${role}.service`),
    );
    expect([status, output.split('\n').at(-2)]).toEqual([0, expect.stringContaining('exposure level')]);
  });
});
