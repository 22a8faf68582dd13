import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { root } from '../../packages/node/folders';
import { sourceScript } from '../../packages/node/node';
import { commandBlock } from './operating-guide';
import { startBucketServer } from './release/bucket-server';
import { minimalRemote, MINIMAL_SHELL } from './release/minimal-builds';
import { openStore } from './release/test-store';

/** Runs a program. @throws Error with what the program has printed, unless it ended with 0. */
function run(program: string, args: readonly string[], options: { env: NodeJS.ProcessEnv; cwd?: string }) {
  return new Promise<string>((resolve, reject) => {
    execFile(program, args, options, (error, out, err) =>
      error ? reject(new Error(`${program} ${args.join(' ')}:\n${out}${err}`)) : resolve(out + err),
    );
  });
}

/** Runs a team's command, from the sources. */
const release = (environment: NodeJS.ProcessEnv, ...args: readonly string[]) =>
  run(process.execPath, sourceScript('shell/tooling/commands/release.ts', ...args), {
    env: { ...process.env, ...environment },
  });

/** The commands that teams run, in this order, and what they print. */
const TEAM_STEPS: Readonly<Record<string, string>> = {
  'publish shell@1.0.0': 'every file was read back',
  'publish shop@1.0.0': 'every file was read back',
  'publish shop@1.1.0': 'every file was read back',
  'check shell@1.0.0': 'can be promoted',
  'promote shell@1.0.0 --force --reason first': 'shell@1.0.0 is live for all visitors',
  'promote shop@1.0.0 --force --reason first': 'shop@1.0.0 is live for all visitors',
};

/** The minimal releases show nothing in a browser, so their gate "start" cannot be passed. */
const FORCED = ['--force', '--reason', 'a test'];

/** Matches what only systemd could run, which no test machine has; `systemd.test.ts` examines the units. */
const BY_SYSTEMD = /^.*\b(?:systemctl|systemd-sysusers)\b.*$/gm;

/**
 * Follows the documents as an operator: runs their blocks of commands, as they stand there, with the package on an empty machine,
 * whose folders are below one of the test.
 * @param archive the packed archive.
 */
export async function followDocuments(archive: string): Promise<void> {
  const store = await openStore();
  const bucket = await startBucketServer();
  const api = createServer((_request, response) => response.end('{"books":8}'));
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const machine = path.join(store.folder, 'machine');
  const at = (name: string) => path.join(machine, name);
  const name = path.basename(archive, '.tar.gz');

  /** Runs a block in a shell that ends at the first error. @param changed placeholders of the block, and their values. */
  async function follow(text: string, changed: Readonly<Record<string, string>> = {}): Promise<string> {
    let block = commandBlock(text).replaceAll(BY_SYSTEMD, '');
    for (const [placeholder, value] of Object.entries({ 'isa-1.1.0-…': name, ...changed }))
      block = block.replaceAll(placeholder, value);
    const script = block.replaceAll(/(?<=[\s=>])\/(?=(?:etc|opt|var|srv|tmp)\/)/g, `${machine}/`);
    return run('bash', ['--norc', '-euo', 'pipefail', '-c', `${prelude}\n${script}`], {
      env: { PATH: process.env.PATH },
      cwd: path.dirname(archive),
    });
  }
  let prelude = '';

  try {
    // The environment of a team's machine.
    const team = { ...store.environment, DATA_FOLDER: path.join(store.folder, 'team') };
    const trusting = { ...store.environment, DATA_FOLDER: path.join(store.folder, 'trusting') };
    const made = JSON.parse(await release(team, 'keygen', 'shop', '--json')) as Record<string, string>;
    await release(trusting, 'keygen', 'registry');
    await release(trusting, 'trust', 'shop', made.key ?? '');
    expect(await release(trusting, 'keys')).toContain(made.id);
    await store.saveKeys();
    await store.pack({ app: 'shell', version: '1.0.0', files: { 'node/server.cjs': MINIMAL_SHELL } });
    for (const version of ['1.0.0', '1.1.0']) {
      const files = { 'node/server.cjs': minimalRemote(`the shop ${version}`) };
      await store.pack({ app: 'shop', version, paths: ['/shop'], files });
    }
    const releasing = { ...store.environment, SITE_ORIGIN: 'http://localhost:9', CHROMIUM_PATH: '' };
    for (const [step, text] of Object.entries(TEAM_STEPS)) {
      expect([step, await release(releasing, ...step.split(' '))]).toEqual([
        step,
        expect.stringContaining(text),
      ]);
    }

    // These are the steps of an installation: the package, settings and secrets.
    for (const folder of [
      'etc/isa',
      'etc/systemd/system',
      'etc/sysusers.d',
      'etc/tmpfiles.d',
      'srv/isa/recordings',
      'tmp',
    ])
      await mkdir(at(folder), { recursive: true });
    await follow('tar -xzf');
    expect(await readlink(at('opt/isa/current'))).toBe(name);
    expect(await readdir(at('etc/systemd/system'))).toContain('isa-prerender.service');
    const settings = commandBlock('PAYPAL_MERCHANT_ID=')
      .replaceAll('…', 'x')
      .replace(/^STORE_FOLDER=.*$/m, `STORE_FOLDER=${path.join(store.folder, 'store')}`)
      .replaceAll(/=\/(?=etc|var|srv)/g, `=${machine}/`);
    // This address stands for the role web.
    const { port } = api.address() as AddressInfo;
    await writeFile(at('etc/isa/site.env'), `${settings}API_ORIGIN=http://127.0.0.1:${port}\n`);
    const keys = path.join(store.folder, 'keys');
    const trust = () => copyFile(path.join(keys, 'trusted.json'), at('etc/isa/trusted.json'));
    await trust();
    for (const role of ['web', 'jobs', 'prepare', 'office', 'prerender', 'watch', 'ops', 'site', 'backup'])
      await mkdir(at(`etc/isa/secrets/${role}`), { recursive: true });
    const giveKey = () =>
      copyFile(path.join(keys, 'registry.key.pem'), at('etc/isa/secrets/ops/RELEASE_KEY_REGISTRY'));
    await giveKey();

    // Every block for a server begins in this shell.
    prelude = commandBlock('DATA_FOLDER=/var/lib/isa-ops').replaceAll(
      /(?<=[\s=])\/(?=(?:etc|opt|var)\/)/g,
      `${machine}/`,
    );
    const prerender = () =>
      run('bash', ['--norc', '-euo', 'pipefail', '-c', `${prelude}\nnode shell/release.cjs prerender`], {
        env: { PATH: process.env.PATH },
      });
    await prerender();
    await copyFile(path.join(root, 'api/content/media/lessons/1001.mp4'), at('srv/isa/recordings/1007.mp4'));
    expect(await follow('media.cjs import')).toContain('imported  1007.mp4');

    // This is the emergency rollback.
    expect(await follow('release.cjs status')).toMatch(/shop.*1\.0\.0/);
    const onSite = {
      ...releasing,
      SITE_FOLDER: at('var/lib/isa-pages'),
      API_ORIGIN: `http://127.0.0.1:${port}`,
    };
    await release(onSite, 'promote', 'shop@1.1.0', '--percent', '5', ...FORCED);
    expect(await follow('release.cjs abort')).toContain('has ended');
    const shop = () => readFile(path.join(at('var/lib/isa-pages'), 'current/shop.html'), 'utf8');
    await release(onSite, 'promote', 'shop@1.1.0', ...FORCED);
    expect(await shop()).toContain('the shop 1.1.0');
    expect(await follow('release.cjs rollback')).toContain('shop is back at 1.0.0');
    expect(await shop()).toContain('the shop 1.0.0');
    expect(await follow('release.cjs repair')).toContain('registry');

    // Here the operators have lost a key.
    prelude = `${prelude}\nexport KEYS_FOLDER=${keys} RELEASE_TRUST=${path.join(keys, 'trusted.json')}`;
    const ids = async () =>
      (
        JSON.parse(await readFile(path.join(keys, 'trusted.json'), 'utf8')) as { registry: { id: string }[] }
      ).registry.map(({ id }) => id);
    const [old = ''] = await ids();
    expect((await follow('keygen registry --rotate')).match(/registry .*private key here/g)).toHaveLength(1);
    await giveKey();
    await trust();
    await release({ ...onSite, RELEASE_BY: 'x' }, 'promote', 'shop@1.1.0', '--percent', '5', ...FORCED);
    await follow('release.cjs abort');
    await follow('release.cjs revoke', { "<old key's id>": old });
    await trust();
    expect(await ids()).not.toContain(old);
    await follow('--dry-run prune');
    expect(await follow('prune --days')).toContain('retained');

    // These are the steps of a backup on SQLite, which has no binary logs. `mariadb-drill.test.ts` restores to
    // a point in time.
    prelude = `export NODE_ENV=production DATA_FOLDER=${at('var/lib/isa-prepare')}`;
    await run(process.execPath, ['shell/role.cjs', 'prepare'], {
      cwd: at('opt/isa/current'),
      env: {
        PATH: process.env.PATH,
        DATA_FOLDER: at('var/lib/isa-prepare'),
        SITE_ORIGIN: 'http://localhost:9',
      },
    });
    const binlog = /node shell\/backup\.cjs binlog.*/.exec(commandBlock('backup.cjs binlog'))?.[0] ?? '';
    await follow('backup.cjs create', { [binlog]: '' });
    const [backup = ''] = await readdir(at('var/backups/isa'));
    prelude = `export NODE_ENV=production DATA_FOLDER=${at('var/lib/restored')}; cd ${at('opt/isa/current')}`;
    const restored = await follow('backup.cjs restore', {
      '2026-11-22T03-00-00.000Z': backup,
      ' \\\n  --binlog /var/backups/isa-binlog --until 2026-11-22T09:41:00Z': '',
    });
    expect(restored).toContain('Ended all logins');

    // These are the steps for a site in a bucket.
    const inBucket = { ...bucket.environment, SITE_URL: 's3://releases/site' };
    const exported = Object.entries(inBucket).map(([key, value]) => `export ${key}='${value}'`);
    prelude = `set -a; . ${at('etc/isa/site.env')}; set +a; export DATA_FOLDER=${at('var/lib/isa-ops')}; cd ${at('opt/isa/current')}\n${exported.join('\n')}`;
    await prerender();
    expect(
      await release({ ...releasing, ...inBucket }, 'edge', '--bucket', 'https://bucket.example/'),
    ).toContain('export');
  } finally {
    await bucket.close();
    await new Promise((resolve) => api.close(resolve));
    await store.remove();
  }
}
