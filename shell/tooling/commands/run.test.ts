import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, stop } from 'esbuild';
import { z } from 'zod';
import { testFolder } from '../../../api/testing/test-folder';
import { requireJson } from '../../platform/formats/parse-json';
import { root } from '../../packages/node/folders';
import { readOutput } from '../../packages/node/node';

/** A module that lets intervals pass a hundred times as fast. */
const FAST = `data:text/javascript,${encodeURIComponent(`
  import { syncBuiltinESMExports } from 'node:module';
  import timers from 'node:timers';
  const { setInterval } = timers;
  timers.setInterval = (run, milliseconds) => setInterval(run, milliseconds / 100);
  syncBuiltinESMExports();
`)}`;

/** An npm that fails as soon as the file "end" exists. */
const NPM = `
  process.stdout.write('output of npm\\n');
  setInterval(() => require('node:fs').existsSync('end') && process.exit(1), 10);
`;

/** A project with only the entry point, the lock file of packages that are not installed, and an npm of the test. */
async function emptyProject() {
  const folder = testFolder();
  const script = path.join(folder, 'shell/tooling/commands/run.mjs');
  await mkdir(path.dirname(script), { recursive: true });
  for (const file of ['run.mjs', 'command-table.mjs'])
    await cp(path.join(__dirname, file), path.join(path.dirname(script), file));
  await writeFile(path.join(folder, 'package-lock.json'), '{}');
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ workspaces: ['api'] }));
  await writeFile(path.join(folder, 'npm.cjs'), NPM);
  return { folder, script, npm: path.join(folder, 'npm.cjs') };
}

it.each([
  ['start', 'before packages are installed'],
  ['role', 'before packages are installed'],
  ['start', 'after packages were installed'],
])(
  'npm run %s in production installs and compiles nothing %s, and says what to do instead',
  async (command, when) => {
    const { folder, script, npm } = await emptyProject();
    if (when.startsWith('after')) {
      const lock = createHash('sha256').update('{}').digest('hex');
      await mkdir(path.join(folder, 'node_modules/.cache'), { recursive: true });
      await writeFile(path.join(folder, 'node_modules/.cache/isa-installed'), lock);
    }
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [script, command, ...(command === 'role' ? ['web'] : [])],
      {
        env: { ...process.env, NODE_ENV: 'production', npm_execpath: npm },
        encoding: 'utf8',
      },
    );
    expect([status, stdout, stderr]).toEqual([
      1,
      '',
      'In production nothing is installed or compiled: run "npm run package" where you build, unpack its archive here, and start each role with "node shell/role.cjs <role>" (shell/docs/operating.md).\n',
    ]);
  },
);

it('says what npm’s setting "omit" has to do with it', async () => {
  const { script, npm } = await emptyProject();
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    npm_config_omit: 'peer\n\ndev',
    npm_execpath: npm,
  };
  const { status, stderr } = spawnSync(process.execPath, [script, 'start'], { env, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /"omit" contains "dev"\. "node shell\/tooling\/commands\/run\.mjs start" does the same/,
  );
});

it('says every ten seconds that packages are being installed, and leaves the output to the command', async () => {
  const { folder, script, npm } = await emptyProject();
  const child = spawn(process.execPath, ['--import', FAST, script, 'release'], {
    env: { ...process.env, npm_execpath: npm },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  let messages = '';
  const twice = new Promise<void>((resolve) =>
    readOutput(child, (text) => {
      messages += text;
      if (messages.includes('20 s…')) resolve();
    }),
  );
  await Promise.race([twice, closed]);
  await writeFile(path.join(folder, 'end'), '');
  await closed;
  // The line is removed wherever it is, because npm writes to the same stream whenever it likes.
  expect(messages.replace('output of npm\n', '')).toContain(
    'Still installing packages, for 10 s…\nStill installing packages, for 20 s…\n',
  );
  expect(messages).toContain('output of npm\n');
  expect(messages).toContain('The packages could not be installed.');
  expect([child.exitCode, output]).toEqual([1, '']);
});

(process.getuid?.() === 0 ? describe : describe.skip)('a command of root', () => {
  it('lets the sandbox’s user read what is installed, whatever the umask is', async () => {
    const { folder, script, npm } = await emptyProject();
    await writeFile(npm, "require('node:fs').mkdirSync('node_modules')");
    const command = `umask 077; exec '${process.execPath}' '${script}' start`;
    spawnSync('sh', ['-c', command], { env: { ...process.env, npm_execpath: npm } });
    expect((await stat(path.join(folder, 'node_modules'))).mode & 0o777).toBe(0o755);
  });

  it('says what to do when that user cannot read the sources', async () => {
    const { folder, script, npm } = await emptyProject();
    await chmod(path.join(folder, 'package.json'), 0o600);
    const { status, stderr } = spawnSync(process.execPath, [script, 'start'], {
      env: { ...process.env, npm_execpath: npm },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('Clone it again after "umask 022"')]);
  });
});

describe('the first start of a clone', () => {
  /** An npm that installs nothing, and prints its options. */
  const PRINT =
    "require('node:fs').mkdirSync('node_modules', { recursive: true }); console.log(process.argv);";

  it('installs only what it needs, and the next other command the rest', async () => {
    const { script, npm } = await emptyProject();
    await writeFile(npm, PRINT);
    const omits = (command: string) => {
      const options = { env: { ...process.env, npm_execpath: npm }, encoding: 'utf8' } as const;
      const { stderr } = spawnSync(process.execPath, [script, command], options);
      return stderr.includes('npm.cjs') ? stderr.includes('--omit=dev') : 'nothing installed';
    };
    expect(['start', 'start', 'test', 'start', 'test'].map(omits)).toEqual([
      ...[true, 'nothing installed'],
      ...[false, 'nothing installed', 'nothing installed'],
    ]);
  });

  it.each(['start', 'test'])(
    'installs the same with npm run %s, whatever the person’s own settings of npm are',
    async (command) => {
      const { folder, script } = await emptyProject();
      const own = (name: string) => ({ [name]: `file:packages/${name}` });
      for (const name of ['site', 'development', 'choice']) {
        await mkdir(path.join(folder, 'packages', name), { recursive: true });
        const postinstall = "node -e \"require('node:fs').writeFileSync('script-ran', '')\"";
        await writeFile(
          path.join(folder, 'packages', name, 'package.json'),
          JSON.stringify({ name, version: '1.0.0', scripts: { postinstall } }),
        );
      }
      const manifest = {
        dependencies: own('site'),
        devDependencies: own('development'),
        optionalDependencies: own('choice'),
      };
      await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
      await rm(path.join(folder, 'package-lock.json'));
      const offline = { ...process.env, npm_execpath: undefined, npm_config_offline: 'true' };
      spawnSync('npm', ['install', '--package-lock-only'], { cwd: folder, env: offline });
      const env = {
        ...offline,
        npm_config_omit: 'dev\n\noptional\n\npeer',
        npm_config_ignore_scripts: 'false',
        npm_config_legacy_peer_deps: 'true',
        npm_config_package_lock: 'false',
      };
      spawnSync(process.execPath, [script, command], { cwd: folder, env });
      const isThere = (file: string) => existsSync(path.join(folder, file));
      expect(['site', 'development', 'choice'].map((name) => isThere(`node_modules/${name}`))).toEqual([
        true,
        command === 'test',
        true,
      ]);
      expect(['site', 'choice'].map((name) => isThere(`packages/${name}/script-ran`))).toEqual([
        false,
        false,
      ]);
    },
  );

  it.each(['', 'a lock file of yesterday'])(
    'repeats an installation that was killed, after stamp "%s"',
    async (before) => {
      const { folder, script, npm } = await emptyProject();
      const torn = path.join(folder, 'node_modules/torn/package.json');
      const compiled = path.join(folder, 'api/dist/main.js');
      for (const file of [torn, compiled]) {
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, '{}');
      }
      const stamp = path.join(folder, 'node_modules/.cache/isa-installed');
      if (before) {
        await mkdir(path.dirname(stamp), { recursive: true });
        await writeFile(stamp, before);
      }
      // The first installation is killed; the second one succeeds.
      await writeFile(npm, "process.kill(process.ppid, 'SIGKILL'); process.exit(1);");
      const options = { env: { ...process.env, npm_execpath: npm }, encoding: 'utf8' } as const;
      expect(spawnSync(process.execPath, [script, 'start'], options).signal).toBe('SIGKILL');
      await mkdir(path.dirname(torn), { recursive: true });
      await writeFile(torn, '{}');
      await writeFile(npm, PRINT);
      const { stderr } = spawnSync(process.execPath, [script, 'start'], options);
      expect(stderr).toContain('removed and installed again');
      expect([existsSync(torn), existsSync(compiled), existsSync(stamp)]).toEqual([false, false, true]);
    },
  );

  it('waits while another command of the checkout installs', async () => {
    const { folder, script, npm } = await emptyProject();
    await writeFile(npm, PRINT);
    const installer = path.join(folder, '.cache/isa-installer');
    await mkdir(path.dirname(installer), { recursive: true });
    await writeFile(installer, String(process.pid));
    const child = spawn(process.execPath, [script, 'start'], { env: { ...process.env, npm_execpath: npm } });
    let messages = '';
    const waits = new Promise<void>((resolve) =>
      readOutput(child, (text) => {
        messages += text;
        if (messages.includes('Waiting for it')) resolve();
      }),
    );
    await waits;
    const stamp = path.join(folder, 'node_modules/.cache/isa-installed');
    await mkdir(path.dirname(stamp), { recursive: true });
    await writeFile(stamp, createHash('sha256').update('{}').digest('hex'));
    await rm(installer);
    await once(child, 'close');
    expect(messages).not.toContain('npm.cjs');
    expect(existsSync(installer)).toBe(false);
  });

  it('installs the versions that the kit names', async () => {
    const [project, kit] = await Promise.all(
      ['package.json', 'shell/packages/kit/package.json'].map(async (name) =>
        requireJson(await readFile(path.join(root, name), 'utf8'), manifestSchema, name),
      ),
    );
    const tools = { ...kit?.dependencies, ...kit?.devDependencies };
    const common = Object.entries({ ...project?.dependencies, ...project?.devDependencies }).filter(
      ([name]) => tools[name] !== undefined,
    );
    expect(common.length).toBeGreaterThan(0);
    expect(tools).toMatchObject(Object.fromEntries(common));
  });

  it('needs no package that is only for development', async () => {
    const scripts = [
      'tooling/commands/start.ts',
      'tooling/commands/build.ts',
      'tooling/commands/role.ts',
      'platform/prerender/render-process.mjs',
      'packages/kit/pack/build-process.ts',
      'packages/kit/pack/describe-app-process.ts',
    ];
    // The compiler reads the API's tests, too.
    const api = ['contract/src', 'src', 'testing', 'paypal-sandbox'].map((name) => `api/${name}/**/*.ts`);
    const { metafile } = await build({
      entryPoints: [...scripts.map((name) => `shell/${name}`), ...api],
      absWorkingDir: root,
      outdir: 'not-written',
      write: false,
      metafile: true,
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
    });
    await stop();
    const imported = Object.entries(metafile.inputs).flatMap(([, { imports }]) =>
      imports.filter(({ external }) => external).map((entry) => entry.path),
    );
    const lock = requireJson(
      await readFile(path.join(root, 'package-lock.json'), 'utf8'),
      lockSchema,
      'the lock file',
    );
    const needed = [...imported.map(packageOf), 'swc-loader', 'tsx', 'typescript-native'];
    const isOnlyForDevelopment = (name: string) => {
      const installed = ['', 'api/', 'shell/'].flatMap(
        (folder) => lock.packages[`${folder}node_modules/${name}`] ?? [],
      );
      return installed.length > 0 && installed.every(({ dev, peer }) => dev || peer);
    };
    expect(needed.filter(isOnlyForDevelopment)).toEqual([]);
  });
});

const versions = z.record(z.string(), z.string()).default({});
const manifestSchema = z.object({ dependencies: versions, devDependencies: versions });
const flag = z.boolean().optional();
const lockSchema = z.object({ packages: z.record(z.string(), z.object({ dev: flag, peer: flag })) });

/** @param specifier such as `@koa/router/types` */
const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
