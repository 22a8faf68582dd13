import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Release } from '../formats/release';
import { launch, newVisitor, openPage } from '../measure/page/browser';
import { homePage } from '../measure/pages';
import { readVerifiedRegistry } from '../store/registry-history';
import { readVerifiedRelease } from '../store/release-file';
import { folderStorage } from '../store/storage/folder';
import { remoteNames } from '../tools/folders';
import { keysFolder } from '../tools/locations';
import { runNode, sourceScript } from '../tools/node';
import { main, type Service, startService, stopService } from '../tools/processes';
import { findChromium } from '../tools/programs';
import { table } from './shared/table';

const PORT = 3600;
const log = (line: string) => void process.stdout.write(`${line}\n`);
const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1);

/** Measures the time that `npm start` and builds take, the size of each app, and the cost of a cold first page. */
main(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-bench-'));
  try {
    const cold = await start(folder);
    await stopService(cold.service);
    const warm = await start(folder);
    table('npm start (packages installed)', [
      ['', 'seconds'],
      ['cold: build, migrate, seed, start', cold.seconds.toFixed(1)],
      ['warm: second start', warm.seconds.toFixed(1)],
    ]);
    await printSizes(folder);
    await printFirstPage();
    await stopService(warm.service);
    await printBuildTimes(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

interface Started {
  readonly service: Service;
  readonly seconds: number;
}

/** Measures from the command to the line with the site's address. */
function start(dataFolder: string): Promise<Started> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const service = startService(
      'npm start',
      ['shell/commands/run.mjs', 'start'],
      { ...process.env, PORT: String(PORT), DATA_FOLDER: dataFolder, KEYS_FOLDER: keysFolder },
      (line) => {
        log(`  ${line}`);
        if (line.includes('The site is ready')) {
          resolve({ service, seconds: (performance.now() - begun) / 1000 });
        }
      },
    );
  });
}

/** Counts scripts only: pictures and fonts are not loaded with an app. */
async function printSizes(dataFolder: string): Promise<void> {
  const storage = folderStorage(path.join(dataFolder, 'store'));
  const { registry } = await readVerifiedRegistry(storage);
  const live = [
    ['shell', registry.shell.live] as const,
    ...registry.remotes.map((remote) => [remote.name, remote.live.version] as const),
  ];
  const releases = await Promise.all(
    live.map(([name, version]) => readVerifiedRelease(storage, name, version)),
  );
  const rows = releases.filter((release) => release !== undefined).map(sizesOf);
  table('size of each app (KB of scripts)', [['', 'raw', 'brotli', 'entry, brotli'], ...rows]);
}

function sizesOf({ name, files, entry }: Release): readonly string[] {
  const scripts = Object.entries(files).filter(([file]) => file.endsWith('.js'));
  const sum = (size: 'bytes' | 'brotliBytes') => scripts.reduce((total, [, file]) => total + file[size], 0);
  return [name, ...[sum('bytes'), sum('brotliBytes'), files[entry]?.brotliBytes ?? 0].map(kilobytes)];
}

/** Requests and bytes on the wire of a cold `/`, by resource type. */
async function printFirstPage(): Promise<void> {
  const found = findChromium(log);
  if (!('path' in found)) return log(`cold /: SKIPPED, ${found.missing}`);
  const origin = `http://localhost:${PORT}`;
  const browser = await launch('', log);
  const { requests } = await openPage(await newVisitor(browser, 'desktop', origin), origin, homePage);
  await requests.quiet();
  await browser.close();
  const transfers = requests.all();
  const rowOf = (title: string, listed: typeof transfers) => [
    title,
    String(listed.length),
    kilobytes(listed.reduce((total, { bytes }) => total + bytes, 0)),
  ];
  const types = [...new Set(transfers.map(({ type }) => type))];
  table('a cold / (KB on the wire)', [
    ['', 'requests', 'KB'],
    ...types.map((type) =>
      rowOf(
        type,
        transfers.filter((transfer) => transfer.type === type),
      ),
    ),
    rowOf('total', transfers),
  ]);
}

/** Packs every remote once more, one at a time. */
async function printBuildTimes(dataFolder: string): Promise<void> {
  const rows: string[][] = [];
  for (const remote of remoteNames()) {
    const begun = performance.now();
    await runNode(`Packing ${remote}`, sourceScript('shell/commands/release.ts', 'pack', remote), {
      environment: { DATA_FOLDER: dataFolder, KEYS_FOLDER: keysFolder },
    });
    rows.push([remote, ((performance.now() - begun) / 1000).toFixed(1)]);
  }
  table('build of each remote, compressed and hashed', [['', 'seconds'], ...rows]);
}
