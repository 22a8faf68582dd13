import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, expect, test } from '@playwright/test';
import { freePort } from '../../api/testing/free-port';
import { launch } from '../measure/page/browser';
import { makeCertificate } from '../measure/network/certificate';
import { folderOrigin } from '../measure/network/origin';
import { PageServer } from '../measure/network/page-server';
import { inWords, type LoadVerdict } from '../release/checks/load/judge-load';
import { loadSideBySide } from '../release/checks/load/side-by-side';

// Sites of a page each, loaded by the gate as it loads releases: over its slow line, in a browser of its own.
test.describe.configure({ mode: 'serial' });

let folder: string;
let server: PageServer;
let browser: Browser;
let origin: string;

/** What the gate takes for hydrated. */
const hydrate = "Object.assign(document.querySelector('h1'), { __reactProps$0: {} });";

const light: Readonly<Record<string, string>> = {
  'index.html':
    '<!doctype html><script defer src="/start.js"></script><main><h1>Surveillance</h1><p>Courses.</p></main>',
  'start.js': hydrate,
};

/** Whatever a release can do to a page: more of everything, one thing after another, and a jump at the end. */
const heavy: Readonly<Record<string, string>> = {
  'index.html': `${light['index.html'] ?? ''}<!-- ${randomBytes(3_000).toString('base64')} -->`,
  'start.js': `
    // ${randomBytes(150_000).toString('base64')}
    for (const name of 'abcdef') fetch('/' + name + '.json');
    fetch('/first.json')
      .then(() => fetch('/second.json'))
      .then(() => {
        const late = document.createElement('h2');
        late.textContent = 'Courses and services for professionals. '.repeat(40);
        document.querySelector('main').prepend(late);
        requestAnimationFrame(() => requestAnimationFrame(() => { ${hydrate} }));
      });`,
  ...Object.fromEntries(['first', 'second', ...'abcdef'].map((name) => [`${name}.json`, '{}'])),
};

const budgets = {
  pages: {
    '*': { scriptBytes: 20_000, bytes: 40_000, requests: 6, documentBytes: 1_500, hops: 2, cls: 0.01 },
  },
  toLive: { lcp: 1.25, hydrated: 1.25 },
};

async function put(name: string, files: Readonly<Record<string, string>>) {
  const place = path.join(folder, name);
  await mkdir(place);
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(place, file), text);
  return { site: folderOrigin(place) };
}

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'isa-load-gate-'));
  const certificate = await makeCertificate();
  const [sitePort, cdnPort] = [await freePort(), await freePort()];
  origin = `https://localhost:${sitePort}`;
  server = new PageServer({ certificate, apiPort: 9, sitePort, cdnPort });
  await server.listen();
  browser = await launch(certificate.fingerprint, () => undefined);
});
test.afterAll(async () => {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function load(name: string, files: typeof light): Promise<readonly LoadVerdict[]> {
  const heading = { selector: 'main h1' };
  const page = { path: '/', name, isPublic: true, withBasket: false, marker: heading, interaction: heading };
  return loadSideBySide({
    browser,
    server,
    origin,
    candidate: await put(`${name}-candidate`, files),
    live: await put(`${name}-live`, light),
    pages: [page],
    budgets,
    tell: () => undefined,
  });
}

test('a release that costs a page no more than before keeps to every budget', async () => {
  test.slow();
  const verdicts = await load('light', light);
  expect(verdicts.filter(({ kept }) => !kept).map(inWords)).toEqual([]);
  expect(verdicts).toHaveLength(8);
});

test('a release that is over every budget fails each of them, however often it is looked at', async () => {
  test.slow();
  const verdicts = await load('heavy', heavy);
  expect(verdicts.filter(({ kept }) => kept).map(inWords)).toEqual([]);
  expect(verdicts.map(({ what }) => what)).toEqual([
    'scripts',
    'bytes',
    'requests',
    'the page itself',
    'hops to the largest paint',
    'layout shift',
    'largest paint',
    'time until it can be used',
  ]);
});

test('a page that never comes alive is no pass', async () => {
  test.setTimeout(300_000);
  const heading = { selector: 'main h1' };
  const page = {
    path: '/',
    name: 'dead',
    isPublic: true,
    withBasket: false,
    marker: heading,
    interaction: heading,
  };
  const verdicts = await loadSideBySide({
    browser,
    server,
    origin,
    candidate: await put('dead', { ...light, 'start.js': '' }),
    pages: [page],
    budgets,
    rounds: { least: 1, most: 1 },
    tell: () => undefined,
  });
  expect(verdicts.map(({ kept }) => kept)).toEqual([false, false, false, false, false, false]);
});
