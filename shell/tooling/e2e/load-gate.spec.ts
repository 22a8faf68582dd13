import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { compareLoads } from '../../platform/release/checks/load/compare-loads';
import { type LoadVerdict, describeVerdict } from '../../platform/release/checks/load/judge-load';
import {
  folderHandler,
  type PageServer,
  startPageServer,
} from '../../platform/release/checks/load/page-server';
import { requireBrowser } from '../../platform/release/checks/require-browser';
import { freePort } from '../../packages/node/processes';

// The gate loads sites of one page each with Lighthouse, as it loads releases.
test.describe.configure({ mode: 'serial' });

let folder: string;
let server: PageServer;
let origin: string;

/** Makes the gate consider the page hydrated. */
const hydrate = "performance.mark('isa-alive');";

const light: Readonly<Record<string, string>> = {
  'index.html':
    '<!doctype html><script defer src="/start.js"></script><main><h1>Surveillance</h1><p>Courses.</p></main>',
  'start.js': hydrate,
};

/** Exceeds every budget: more bytes and requests, one after another, a long task, and a layout shift. */
const heavy: Readonly<Record<string, string>> = {
  'index.html': `${light['index.html'] ?? ''}<!-- ${randomBytes(3_000).toString('base64')} -->`,
  'start.js': `
    // ${randomBytes(150_000).toString('base64')}
    for (const name of 'abcdef') fetch('/' + name + '.json');
    fetch('/first.json')
      .then(() => fetch('/second.json'))
      // Lighthouse loads without throttling: by then the page is painted.
      .then(() => new Promise((resolve) => setTimeout(resolve, 1_000)))
      .then(() => {
        let sum = 0;
        for (let n = 0; n < 1e8; n += 1) sum += n % 7;
        const late = document.createElement('h2');
        late.textContent = 'Courses and services for professionals. '.repeat(40);
        document.querySelector('main').prepend(late);
        requestAnimationFrame(() => requestAnimationFrame(() => { ${hydrate} }));
      });`,
  ...Object.fromEntries(['first', 'second', ...'abcdef'].map((name) => [`${name}.json`, '{}'])),
};

const budgets = {
  pages: {
    '*': {
      scriptBytes: 20_000,
      bytes: 40_000,
      requests: 6,
      documentBytes: 1_500,
      tbt: 100,
      cls: 0.01,
    },
  },
  toLive: { lcp: 1.25, hydrated: 1.25 },
};

const pages = [{ path: '/', withBasket: false }];

async function writeSite(name: string, files: Readonly<Record<string, string>>) {
  const siteFolder = path.join(folder, name);
  await mkdir(siteFolder);
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(siteFolder, file), text);
  return { site: folderHandler(siteFolder) };
}

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'isa-load-gate-'));
  const [sitePort, cdnPort] = [await freePort(), await freePort()];
  origin = `http://localhost:${sitePort}`;
  server = await startPageServer({
    sitePort,
    cdnPort,
    api: (_request, response) => void response.writeHead(404).end(),
  });
});
test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function load(name: string, files: typeof light): Promise<readonly LoadVerdict[]> {
  return compareLoads({
    chromium: requireBrowser(() => undefined),
    server,
    origin,
    candidate: await writeSite(`${name}-candidate`, files),
    live: await writeSite(`${name}-live`, light),
    pages,
    budgets,
    log: () => undefined,
  });
}

test('a release that adds nothing to a page meets every budget', { tag: '@all' }, async () => {
  test.slow();
  const verdicts = await load('light', light);
  expect(verdicts.filter(({ passed }) => !passed).map(describeVerdict)).toEqual([]);
  expect(verdicts).toHaveLength(8);
});

test('a release that exceeds every budget fails each of them', { tag: '@all' }, async () => {
  test.slow();
  const verdicts = await load('heavy', heavy);
  expect(verdicts.filter(({ passed }) => passed).map(describeVerdict)).toEqual([]);
  expect(verdicts.map(({ what }) => what)).toEqual([
    'scripts',
    'bytes',
    'requests',
    'HTML document',
    'total blocking time',
    'layout shift',
    'largest paint',
    'time to hydration',
  ]);
});

test('a page that is never hydrated fails', { tag: '@all' }, async () => {
  const verdicts = await compareLoads({
    chromium: requireBrowser(() => undefined),
    server,
    origin,
    candidate: await writeSite('never-hydrated', { ...light, 'start.js': '' }),
    pages,
    budgets,
    rounds: { min: 1, max: 1 },
    log: () => undefined,
  });
  expect(verdicts.map(({ passed }) => passed)).toEqual(Array.from({ length: 6 }, () => false));
});
