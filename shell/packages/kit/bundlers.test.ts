import { readFile, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { build as bundle } from 'esbuild';
import { z } from 'zod';
import { type Release, scriptHashes } from '../../platform/formats/release';
import { releaseSchema } from '../../platform/formats/release-schema';
import { copyProject, type ProjectCopy } from '../../tooling/generate/testing/project-copy';
import { SOURCE_OPTIONS } from '../node/node';
import { installedChromium } from '../node/programs';
import type { Bundler } from './bundlers';

const SITE = 'https://site.test';
const CDN = 'https://cdn.test';

let project: ProjectCopy;
let browser: Browser | undefined;
let shell = '';

beforeAll(async () => {
  project = await copyProject();
  const npm = path.join(project.folder, '.data-npm.cjs');
  await writeFile(npm, '');
  await project.run([...SOURCE_OPTIONS, 'shell/tooling/commands/new.ts', 'remote', 'events'], {
    npm_execpath: npm,
  });
  await symlink(
    path.join(project.folder, 'mfe-events'),
    path.join(project.folder, 'node_modules/@isa/mfe-events'),
  );
  shell = await bundleShell();
  const executablePath = installedChromium();
  if (executablePath)
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
});
afterAll(async () => {
  await browser?.close();
  await project.remove();
});

/**
 * A shell that does with a release what the real one does: it gives scripts their hashes, shares packages, and
 * shows a page.
 */
const SHELL = `
  import { answer, fakeHost, remoteAt } from '@isa/contract/testing';
  import { calls } from '@isa/api-contract';
  import * as runtime from '@module-federation/runtime-core';
  import { createRoot } from 'react-dom/client';
  import { createScriptHashes, enforceScriptHashes } from './src/remotes/script-hashes';
  const shared = {
    react: () => import('react'),
    'react/jsx-runtime': () => import('react/jsx-runtime'),
    'react-dom': () => import('react-dom'),
    'styled-components': () => import('styled-components'),
    '@isa/contract': () => import('@isa/contract'),
    '@isa/contract/router': () => import('@isa/contract/router'),
    '@isa/ui': () => import('@isa/ui'),
  };
  const scope = Object.fromEntries(Object.entries(shared).map(([name, load]) => [
    name, { '99.0.0': { get: async () => { const module = await load(); return () => module; }, loaded: 1, from: 'shell' } },
  ]));
  // The entry of a release that webpack has built takes it from the page.
  window._FEDERATION_RUNTIME_CORE = runtime;
  const release = JSON.parse(document.getElementById('release').textContent);
  const hashes = createScriptHashes('${CDN}');
  hashes.add(release);
  enforceScriptHashes(window, hashes);
  const script = document.createElement('script');
  script.src = release.entry;
  script.onerror = () => { document.getElementById('root').textContent = 'Error: the entry'; };
  script.onload = async () => {
    try {
      const container = window[release.globalName];
      await container.init(scope);
      const remote = (await container.get('./remote'))().default;
      await remote.routes[0].page();
      const host = fakeHost({ answers: [answer(calls.listCourses, () => ({ courses: [] }))] });
      createRoot(document.getElementById('root')).render(remoteAt(remote, remote.routes[0].path, host).element);
    } catch (error) {
      document.getElementById('root').textContent = error.name + ': ' + error.message;
    }
  };
  document.head.append(script);`;

async function bundleShell(): Promise<string> {
  const { outputFiles } = await bundle({
    stdin: { contents: SHELL, resolveDir: path.join(project.folder, 'shell'), loader: 'ts' },
    absWorkingDir: project.folder,
    bundle: true,
    write: false,
    format: 'iife',
    conditions: ['source'],
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]?.text ?? '';
}

const built = z.union([z.object({ result: releaseSchema }), z.object({ error: z.string() })]);

async function build(bundler: string) {
  const file = path.join(project.folder, 'mfe-events/package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...manifest, isa: { bundler } }));
  const folder = path.join(project.folder, 'built', bundler);
  const { output } = await project.run([
    ...SOURCE_OPTIONS,
    'shell/packages/kit/pack/print-build.ts',
    ...['events', '1.0.0', 'a revision', folder],
  ]);
  return { folder, output };
}

it('refuses an unknown bundler', async () => {
  expect((await build('parcel')).output).toContain('must name the bundler webpack, rspack or vite.');
});

it('names the packages to install when those of the bundler are missing', async () => {
  const hidden = path.join(project.folder, 'vite');
  const installed = path.join(project.folder, 'node_modules/vite');
  await rename(installed, hidden);
  const { output } = await build('vite');
  await rename(hidden, installed);
  expect(output).toMatch(/"events is built with vite, which needs: npm install -D -E vite@\d+\.\d+\.\d+"/);
});

it.each<Bundler>(['webpack', 'rspack', 'vite'])(
  'starts a release that %s has built, and runs none of its scripts with other bytes',
  async (bundler) => {
    const { folder, output } = await build(bundler);
    const outcome = built.parse(JSON.parse(output));
    if ('error' in outcome) throw new Error(outcome.error);
    const { result: release } = outcome;
    const scripts = scriptHashes(release);
    const [page = []] = Object.values(release.pages ?? {});
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(page));
    expect(page.length).toBeGreaterThan(0);
    if (!browser) return;

    expect(await start(browser, folder, release)).toEqual({
      heading: 'Events',
      hasFailed: false,
      altered: false,
    });
    for (const altered of [release.entry, ...page]) {
      expect(await start(browser, folder, release, altered)).toEqual({
        heading: undefined,
        hasFailed: true,
        altered: false,
      });
    }
  },
);

/**
 * Opens the first page of a release.
 * @param altered a script that is answered with other bytes.
 */
async function start(chrome: Browser, folder: string, release: Release, altered?: string) {
  const base = `${CDN}/${release.name}/${release.version}/`;
  const live = {
    name: release.name,
    entry: base + release.entry,
    globalName: release.globalName,
    integrity: release.files[release.entry]?.integrity,
    hashes: scriptHashes(release),
  };
  const html = `<!doctype html><div id="root"></div><script type="application/json" id="release">${JSON.stringify(live)}</script><script src="/shell.js"></script>`;
  const tab = await chrome.newPage();
  try {
    await tab.route('**/*', async (route) => {
      const address = route.request().url();
      if (address === `${SITE}/`) return route.fulfill({ contentType: 'text/html', body: html });
      if (address === `${SITE}/shell.js`)
        return route.fulfill({ contentType: 'text/javascript', body: shell });
      if (!address.startsWith(base)) return route.fulfill({ status: 404 });
      const name = address.slice(base.length).replace(/\?.*/, '');
      const text = await readFile(path.join(folder, name), 'utf8');
      return route.fulfill({
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
        body: name === altered ? `document.documentElement.dataset.altered = 'yes';${text}` : text,
      });
    });
    await tab.goto(`${SITE}/`);
    const heading = tab.locator('h1');
    const failure = tab.getByText(/Error: /);
    await heading.or(failure).first().waitFor({ state: 'attached' });
    return {
      heading: (await heading.count()) > 0 ? await heading.textContent() : undefined,
      hasFailed: (await failure.count()) > 0,
      altered: (await tab.locator('html[data-altered]').count()) > 0,
    };
  } finally {
    await tab.close();
  }
}
