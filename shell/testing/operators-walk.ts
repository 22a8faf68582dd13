import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { sourceScript } from '../tools/node';
import { startBucketServer } from './release/bucket-server';
import { minimalRemote, MINIMAL_SHELL } from './release/minimal-builds';
import { testStore } from './release/test-store';

/** @throws Error with what the command has printed, unless it ended with 0. */
function release(environment: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<string> {
  const command = sourceScript('shell/commands/release.ts', ...args);
  return new Promise((resolve, reject) => {
    execFile(process.execPath, command, { env: { ...process.env, ...environment } }, (error, out, err) =>
      error ? reject(new Error(`${args.join(' ')}: ${err}`)) : resolve(out),
    );
  });
}

/** What operators run with their keys, in this order, and what it prints. */
const STEPS: Readonly<Record<string, string>> = {
  'publish shell@1.0.0': 'every file was read back',
  'publish shop@1.0.0': 'every file was read back',
  'publish shop@1.1.0': 'every file was read back',
  'check shell@1.0.0': 'can be promoted',
  'promote shell@1.0.0 --force --reason first': 'shell@1.0.0 is live for everybody',
  'promote shop@1.0.0 --force --reason first': 'shop@1.0.0 is live for everybody',
  'promote shop@1.1.0 --percent 5': 'shop@1.1.0',
  'abort shop --reason tried': 'shop',
  'promote shop@1.1.0 --force --reason next': 'shop@1.1.0 is live for everybody',
  'rollback shop --reason tried': 'shop is back at 1.0.0',
  repair: 'registry',
  status: 'shop',
  history: 'tried',
  '--dry-run prune': 'would be removed',
};

/** Runs the commands of `hosting.md` and `operating.md` for keys, releases and the site, each in a process of its own, for tests. */
export async function walkCommands(): Promise<void> {
  const store = await testStore();
  const bucket = await startBucketServer();
  const api = createServer((_request, response) => response.end('{"books":8}'));
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  try {
    const folder = (name: string) => path.join(store.folder, name);
    // A team's machine, and the operators'.
    const team = { ...store.environment, DATA_FOLDER: folder('team') };
    const trusting = { ...store.environment, DATA_FOLDER: folder('trusting') };
    const made = JSON.parse(await release(team, 'keygen', 'shop', '--json')) as Record<string, string>;
    await release(trusting, 'keygen', 'registry');
    const [key = ''] = /[A-Za-z0-9+/]{43}=/.exec(JSON.stringify(made)) ?? [];
    await release(trusting, 'trust', 'shop', key);
    expect(await release(trusting, 'keys')).toContain(made.id);

    await store.saveKeys();
    await store.pack({ app: 'shell', version: '1.0.0', files: { 'node/server.cjs': MINIMAL_SHELL } });
    for (const version of ['1.0.0', '1.1.0']) {
      const files = { 'node/server.cjs': minimalRemote(`the shop ${version}`) };
      await store.pack({ app: 'shop', version, paths: ['/shop'], files });
    }
    const operators = { ...store.environment, SITE_ORIGIN: 'http://localhost:9', CHROMIUM_PATH: '' };
    for (const [step, text] of Object.entries(STEPS)) {
      expect([step, await release(operators, ...step.split(' '))]).toEqual([
        step,
        expect.stringContaining(text),
      ]);
    }

    const origins = ['--site', 'http://academy.test', '--cdn', 'http://cdn.test'];
    const from = ['--api', `http://127.0.0.1:${(api.address() as AddressInfo).port}`];
    const composed = await release(operators, 'compose', ...origins, ...from, '--to', folder('site'));
    expect(composed).toContain('registry');
    const configuration = folder('isa.conf');
    await release({ ...operators, SITE_FOLDER: folder('site') }, 'nginx', '--out', configuration);
    expect(await readFile(configuration, 'utf8')).toContain(`root ${folder('site')}/current;`);

    const site = { ...operators, ...bucket.environment, SITE_URL: 's3://releases/site' };
    await release(site, 'compose', ...origins, ...from);
    const settings = folder('website.json');
    await release(site, 'website', '--to', 's3://releases/website', '--out', settings);
    expect(await readFile(settings, 'utf8')).toContain('"Suffix": "index.html"');
    expect([...bucket.objects.keys()]).toContain('website/shop/index.html');
    expect(await release(site, 'edge', '--bucket', 'https://bucket.example/')).toContain('export');
  } finally {
    await bucket.close();
    await new Promise((resolve) => api.close(resolve));
    await store.remove();
  }
}
