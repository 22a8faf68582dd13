import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '../../../api/testing/test-folder';
import { root } from '../../packages/node/folders';
import { sourceScript } from '../../packages/node/node';

const SECRETS = {
  APP_SECRET: 'secret-of-the-API-which-is-long-enough',
  DATABASE_URL: 'mysql://isa:secret-of-the-database@127.0.0.1:1/isa',
  REDIS_URL: 'redis://:secret-of-redis@127.0.0.1:1',
  SMTP_URL: 'smtp://isa:secret-of-the-mail@127.0.0.1:1',
  PAYPAL_CLIENT_SECRET: 'secret-of-paypal',
  OPS_TOKEN: 'secret-of-the-operators-which-is-long-enough',
};

function doctor(environment: NodeJS.ProcessEnv, ...roles: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    sourceScript('shell/tooling/commands/doctor.ts', ...roles),
    { cwd: root, env: { PATH: process.env.PATH, ...environment }, encoding: 'utf8' },
  );
  return { status, lines: stdout.split('\n').filter(Boolean), stderr };
}

it('names everything that is broken with the way to fix it, and no secret', async () => {
  const folder = testFolder();
  const { status, lines } = doctor({
    ...SECRETS,
    DATA_FOLDER: folder,
    PAYPAL_API_URL: 'http://127.0.0.1:1',
    API_ORIGIN: 'http://127.0.0.1:1',
    SITE_ORIGIN: 'https://127.0.0.1:1',
    CDN_ORIGIN: 'https://127.0.0.1:1',
  });
  const broken = lines.filter((line) => line.startsWith('FAILURE'));
  expect(broken.map((line) => /FAILURE (.+?): .+ — .+/.exec(line)?.[1]).sort()).toEqual([
    'PayPal',
    'Redis',
    'SMTP',
    'certificate of 127.0.0.1',
    'certificate of 127.0.0.1',
    'database',
    'disk of the site',
    'registry key',
    'role web',
    'site',
    'store',
    'trusted keys',
  ]);
  expect(status).toBe(1);
  expect(await readdir(folder)).toEqual([]);
  const passwords = ['secret-of', ...Object.values(SECRETS)];
  for (const secret of passwords) expect(lines.join('\n')).not.toContain(secret);
});

it('examines only the named roles, as they are set in production', async () => {
  const folder = testFolder();
  const { status, lines } = doctor(
    { NODE_ENV: 'production', DATA_FOLDER: folder, API_ORIGIN: 'http://127.0.0.1:1' },
    'ops',
    'jobs',
  );
  expect(lines.filter((line) => line.startsWith('FAILURE role '))).toEqual([
    expect.stringContaining('FAILURE role ops: OPS_TOKEN is missing — set it'),
    expect.stringContaining(
      'FAILURE role jobs: APP_SECRET and PAYPAL_CLIENT_SECRET and SMTP_URL are missing',
    ),
    expect.stringContaining('FAILURE role web: http://127.0.0.1:1 does not respond — start the role web'),
  ]);
  expect(lines).toContainEqual(expect.stringContaining('FAILURE API: PAYPAL_API_URL is a sandbox'));
  expect(status).toBe(1);
});

it.each([
  ['prepare', ['database']],
  ['prerender', ['role web', 'trusted keys', 'store', 'disk of the site']],
])('misses only what the role %s needs', async (role, missed) => {
  const folder = testFolder();
  const { lines } = doctor(
    {
      NODE_ENV: 'production',
      DATA_FOLDER: folder,
      API_ORIGIN: 'http://127.0.0.1:1',
      DATABASE_URL: 'mysql://nobody@127.0.0.1:1/isa',
    },
    role,
  );
  const others = lines.filter((line) => line.startsWith('FAILURE') && !line.includes(` role ${role}:`));
  expect(others.map((line) => /FAILURE (.+?):/.exec(line)?.[1])).toEqual(missed);
});

it('asks the API of this machine whether it is ready for requests', () => {
  const environment = { DATA_FOLDER: testFolder(), API_ORIGIN: 'http://127.0.0.1:1' };
  expect(doctor(environment, 'web').lines).toContainEqual(
    expect.stringContaining('FAILURE role web: http://127.0.0.1:1 does not respond — '),
  );
});

describe('what a role writes', () => {
  let folder: string;
  beforeEach(() => void (folder = testFolder()));

  /** What the doctor would find as a user who owns nothing of it. */
  function check(...places: readonly string[]): unknown {
    const script = sourceScript('shell/tooling/commands/testing/check-without-rights.ts', ...places);
    const { stdout, stderr } = spawnSync(process.execPath, script, { cwd: root, encoding: 'utf8' });
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  }

  it('is named with the user, the path and the remedy where another user has created a part of it', async () => {
    const history = path.join(folder, 'history');
    await mkdir(history);
    await Promise.all([chmod(folder, 0o777), chmod(history, 0o777)]);
    expect(check(folder, history)).toMatchObject({ state: 'ok', message: `${folder} can be written` });
    await chmod(history, 0o555);
    expect(check(folder, history)).toMatchObject({
      state: 'failure',
      message: expect.stringMatching(`^\\S.* cannot write ${folder}: EACCES: .*'${history}'$`) as string,
      fix: expect.stringMatching(
        /^let \S+.* write to it \(chown, chmod\), .*systemd-tmpfiles --create/,
      ) as string,
    });
  });

  it('may not exist yet where the role can create it', async () => {
    await chmod(folder, 0o777);
    expect(check(path.join(folder, 'store/checks'))).toMatchObject({ state: 'ok' });
    await chmod(folder, 0o555);
    expect(check(path.join(folder, 'store/checks'))).toMatchObject({ state: 'failure' });
  });

  it.each([
    ['prerender', 'DATA_FOLDER, SITE_FOLDER, SECURITY_LOG'],
    ['watch', 'DATA_FOLDER, SITE_FOLDER, STORE_FOLDER, SECURITY_LOG'],
    ['ops', 'DATA_FOLDER, SITE_FOLDER, STORE_FOLDER, SECURITY_LOG'],
    ['office', 'DATA_FOLDER, MEDIA_FOLDER, SECURITY_LOG'],
    ['web', 'DATA_FOLDER, SECURITY_LOG, log of erasures'],
    ['backup', 'DATA_FOLDER, BACKUP_FOLDER'],
  ])('is examined for the role %s: %s', async (role, expected) => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    // A file is in the place of each folder, so that even root cannot write there.
    const below = path.join(file, 'erasures.log');
    const { lines } = doctor(
      {
        ...{
          DATA_FOLDER: file,
          SITE_FOLDER: file,
          STORE_FOLDER: file,
          MEDIA_FOLDER: file,
          BACKUP_FOLDER: file,
        },
        ...{
          SECURITY_LOG: path.join(file, 'security.log'),
          ERASURE_LOG: below,
          SITE_ORIGIN: 'http://127.0.0.1:1',
        },
      },
      role,
    );
    const found = lines.flatMap((line) => /FAILURE (.+?): \S.* cannot write \S+: /.exec(line)?.[1] ?? []);
    expect(found.sort()).toEqual(expected.split(', ').sort());
  });
});
