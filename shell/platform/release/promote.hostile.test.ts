import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { type PrerenderOptions, prerenderSite } from '../prerender/prerender-site';
import { readVerifiedRegistry } from '../store/registry-history';
import { startBuildApi } from '../../tooling/testing/release/build-api';
import { releaseMinimalSite } from '../../tooling/testing/release/minimal-site';
import { type TestStore, testStore } from '../../tooling/testing/release/jest-store';
import { recordStart } from '../../tooling/testing/release/record-start';
import { root } from '../../packages/node/folders';
import { sourceScript } from '../../packages/node/node';

/** Tries what has read the operators' key once, and reports by the message of its failure. */
const HOSTILE = `
const found = {};
const attempt = (name, body) => { try { found[name] = body(); } catch (error) { found[name] = 'refused: ' + error.message; } };
attempt('environment', () => Object.keys(process.env));
attempt('kill', () => process._kill(process.ppid, 10));
attempt('signal', () => process.kill(process.ppid, 'SIGUSR1'));
attempt('socket', () => { const s = new (process.stdin.constructor)(); s.on?.('error', () => {}); s.connect?.(9229, '127.0.0.1'); return 'no error yet'; });
attempt('files', () => process.getBuiltinModule('fs').readdirSync('/proc'));
attempt('key', () => process.getBuiltinModule('fs').readFileSync(KEYS + '/registry.key.pem', 'utf8'));
throw new Error('found: ' + JSON.stringify(found));`;

let store: TestStore;
let options: PrerenderOptions;
beforeEach(async () => {
  store = await testStore();
  await releaseMinimalSite(store);
  await store.saveKeys();
  ({ options } = await startBuildApi(store, (_request, response) => response.end('{}')));
  await prerenderSite(options);
});

it('a hostile release does not promote itself, although the operators’ key is in the environment of promote', async () => {
  const registryKey = await store.keys.privateKey('registry');
  const pem = String(registryKey.export({ type: 'pkcs8', format: 'pem' }));
  const keys = path.join(store.folder, 'keys');
  await rename(path.join(keys, 'registry.key.pem'), path.join(keys, 'kept.pem'));
  await store.release({
    app: 'shop',
    version: '6.6.6',
    files: { 'node/server.cjs': HOSTILE.replace('KEYS', JSON.stringify(keys)) },
    shared: [],
  });
  await recordStart(store, { app: 'shop', version: '6.6.6' });
  const command = ['promote', 'shop@6.6.6', '--percent', '5'];
  const child = spawn(process.execPath, sourceScript('shell/tooling/commands/release.ts', ...command), {
    cwd: root,
    env: {
      ...process.env,
      ...store.environment,
      SITE_FOLDER: options.siteFolder,
      API_ORIGIN: options.apiOrigin,
      RELEASE_KEY_REGISTRY: pem,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  await once(child, 'exit');
  expect(child.exitCode).toBe(1);
  expect(output).toContain('Every page of shop@6.6.6 cannot be rendered');
  // The code has found nothing of the machine.
  expect(output).toMatch(/found: .*"environment":\["NODE_ENV","TZ"/);
  expect(output).not.toMatch(/RELEASE_KEY|PRIVATE KEY|Debugger/);
  expect(output).toMatch(/"key":"refused: /);
  const { registry } = await readVerifiedRegistry(store.storage, store.keys);
  expect(registry.remotes.map(({ live, canary }) => [live?.version, canary])).toEqual([['1.0.0', undefined]]);
});
