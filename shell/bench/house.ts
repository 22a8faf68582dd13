import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../tools/programs';
import { keysFolder } from '../tools/locations';
import type { Release } from '../formats/release';
import { readVerifiedRelease } from '../store/release-file';
import type { Registry } from '../formats/registry';
import { folderStorage } from '../store/storage/folder';
import { remoteNames, root } from '../tools/folders';
import { table } from './shared/table';

const PORT = 3600;
const tell = (line: string) => void process.stdout.write(`${line}\n`);

/** How long the house takes to stand, what its parts weigh, and what a cold first page costs. */
async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-bench-'));
  try {
    const cold = await start(folder);
    await stop(cold.child);
    const warm = await start(folder);
    table('npm start (packages installed)', [
      ['', 'seconds'],
      ['cold: build, migrate, seed, start', cold.seconds.toFixed(1)],
      ['warm: second start', warm.seconds.toFixed(1)],
    ]);
    await weigh(folder);
    await firstPage();
    await stop(warm.child);
    await warmBuilds(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Started {
  readonly child: ChildProcess;
  readonly seconds: number;
}

/** From the command to the line that says where the site is. */
function start(dataFolder: string): Promise<Started> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['shell/commands/run.mjs', 'start'], {
    cwd: root,
    env: { ...process.env, PORT: String(PORT), DATA_FOLDER: dataFolder, KEYS_FOLDER: keysFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('The site is ready')) resolve({ child, seconds: (performance.now() - begun) / 1000 });
    });
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}.`)));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

async function liveReleases(dataFolder: string): Promise<Release[]> {
  const response = await fetch(`http://localhost:${PORT + 1}/registry.json`);
  const { registry } = (await response.json()) as { registry: Registry };
  const live = [
    { name: 'shell', version: registry.shell.live },
    ...registry.remotes.map(({ name, live: { version } }) => ({ name, version })),
  ];
  const store = folderStorage(path.join(dataFolder, 'store'));
  const releases = await Promise.all(
    live.map(({ name, version }) => readVerifiedRelease(store, name, version)),
  );
  return releases.filter((release) => release !== undefined);
}

/** Scripts only: pictures and fonts are not what a release weighs on a visitor. */
async function weigh(dataFolder: string): Promise<void> {
  const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1);
  const rows = (await liveReleases(dataFolder)).map((release) => {
    const scripts = Object.entries(release.files).filter(([name]) => name.endsWith('.js'));
    const sum = (size: (file: Release['files'][string]) => number) =>
      scripts.reduce((total, [, file]) => total + size(file), 0);
    const entry = release.files[release.entry];
    return [
      release.name,
      kilobytes(sum((file) => file.bytes)),
      kilobytes(sum((file) => file.brotliBytes)),
      kilobytes(entry?.brotliBytes ?? 0),
    ];
  });
  table('size of each part (KB of scripts)', [['', 'raw', 'brotli', 'entry, brotli'], ...rows]);
}

/** Requests and bytes on the wire of a cold `/`, read from the browser's own network events. */
async function firstPage(): Promise<void> {
  const found = findChromium(tell);
  if (!('path' in found)) return tell(`cold /: SKIPPED, ${found.missing}`);
  const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const kinds = new Map<string, string>();
  const bytes = new Map<string, { requests: number; bytes: number }>();
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other';
    const sofar = bytes.get(kind) ?? { requests: 0, bytes: 0 };
    bytes.set(kind, { requests: sofar.requests + 1, bytes: sofar.bytes + encodedDataLength });
  });
  await page.goto(`http://localhost:${PORT}/`, { waitUntil: 'networkidle' });
  await browser.close();
  const rows = [...bytes].map(([kind, sum]) => [kind, String(sum.requests), (sum.bytes / 1024).toFixed(1)]);
  const all = [...bytes.values()];
  const total = [
    'total',
    String(all.reduce((n, { requests }) => n + requests, 0)),
    (all.reduce((n, sum) => n + sum.bytes, 0) / 1024).toFixed(1),
  ];
  table('a cold / (KB on the wire)', [['', 'requests', 'KB'], ...rows, total]);
}

/** Builds every remote once more, one at a time. */
async function warmBuilds(dataFolder: string): Promise<void> {
  const rows: string[][] = [];
  for (const part of remoteNames()) {
    const begun = performance.now();
    const child = spawn(
      process.execPath,
      ['--conditions=source', '--import', 'tsx', 'shell/commands/pack.ts', part],
      {
        cwd: root,
        env: { ...process.env, DATA_FOLDER: dataFolder, KEYS_FOLDER: keysFolder },
        stdio: 'ignore',
      },
    );
    await new Promise((resolve) => child.once('exit', resolve));
    rows.push([part, ((performance.now() - begun) / 1000).toFixed(1)]);
  }
  table('build of each remote, compressed and hashed', [['', 'seconds'], ...rows]);
}

void main();
