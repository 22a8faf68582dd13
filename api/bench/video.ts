import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ApiProcess, startApiProcess } from '../testing/api-process';
import { startNginx } from '../testing/nginx';
import { nginxProgram, startNginxWith } from '../testing/nginx-process';
import { signInWithPremium } from '../testing/factories';
import { processorSecondsWithChildren, withDeps } from './support';

const LESSON = 1020;
const FILE_MB = 256;
const VIEWERS = 4;
const SECONDS = 5;
const MB = 1_000_000;

/** Throughput and processor time of downloads by each way of delivery. Clients share the machine: compare rows only. */
async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-bench-'));
  const mediaFolder = path.join(folder, 'media');
  await mkdir(mediaFolder);
  await writeRecording(path.join(mediaFolder, `${LESSON}.mp4`));
  const rows: Record<string, object> = {};
  try {
    const direct = await startApi(folder, 'api');
    try {
      const env = { DATA_FOLDER: folder, LOG_LEVEL: 'silent' };
      const { token } = await withDeps(env, signInWithPremium);
      const address = `/api/video/${LESSON}.mp4?token=${token}`;
      rows['API alone'] = await measure(direct.url + address, direct.child.pid, undefined);
      if (nginxProgram) Object.assign(rows, await throughNginx(nginxProgram, folder, mediaFolder, address));
      else console.log('nginx is not installed, so its rows are left out.');
    } finally {
      await direct.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`\nVideo: ${VIEWERS} viewers, ${FILE_MB} MB, ${SECONDS} s each`);
  console.table(rows);
}

async function throughNginx(program: string, folder: string, mediaFolder: string, address: string) {
  const api = await startApi(folder, 'nginx');
  const nginx = await startNginx(program, { apiUrls: [api.url], mediaFolder });
  const alone = await startNginxWith(
    program,
    ({ port }) =>
      `server { listen 127.0.0.1:${port}; access_log off; location / { root ${mediaFolder}; sendfile on; sendfile_max_chunk 2m; } }`,
  );
  try {
    return {
      'API with nginx in front': await measure(nginx.url + address, api.child.pid, nginx.pid),
      'nginx alone, without access checks': await measure(`${alone.url}/${LESSON}.mp4`, undefined, alone.pid),
    };
  } finally {
    await Promise.all([alone.stop(), nginx.stop()]);
    await api.stop();
  }
}

async function measure(url: string, api: number | undefined, nginx: number | undefined) {
  const before = [processorSecondsWithChildren(api), processorSecondsWithChildren(nginx)] as const;
  const started = performance.now();
  const until = started + SECONDS * 1000;
  const counts = await Promise.all(Array.from({ length: VIEWERS }, () => download(url, until)));
  const seconds = (performance.now() - started) / 1000;
  const bytes = counts.reduce((sum, count) => sum + count, 0);
  const gigabytes = bytes / (1000 * MB);
  return {
    'MB/s': Math.round(bytes / MB / seconds),
    'API CPU s/GB': ((processorSecondsWithChildren(api) - before[0]) / gigabytes).toFixed(2),
    'nginx CPU s/GB': ((processorSecondsWithChildren(nginx) - before[1]) / gigabytes).toFixed(2),
  };
}

/** Repeats the download until the deadline. @returns the number of bytes. */
async function download(url: string, until: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  let bytes = 0;
  while (performance.now() < until) {
    await new Promise<void>((resolve, reject) => {
      const request = get(url, { agent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} responded with ${response.statusCode}`));
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (performance.now() >= until) request.destroy();
        });
        response.once('close', resolve).on('error', () => undefined);
      });
      request.once('error', (error) => (performance.now() >= until ? resolve() : reject(error)));
    });
  }
  agent.destroy();
  return bytes;
}

function startApi(folder: string, delivery: 'api' | 'nginx'): Promise<ApiProcess> {
  return startApiProcess({
    DATA_FOLDER: folder,
    VIDEO_DELIVERY: delivery,
    LOG_LEVEL: 'error',
    DATABASE_URL: '',
  });
}

async function writeRecording(file: string): Promise<void> {
  const handle = await open(file, 'w');
  const chunk = randomBytes(MB);
  for (let written = 0; written < FILE_MB; written += 1) await handle.write(chunk);
  await handle.close();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
