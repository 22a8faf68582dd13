import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { fromSources, startApiProcess } from '../testing/api-process';
import { createUser } from '../testing/factories';
import { type Figures, load, type Target } from './catalogue/load';
import { sorted, withDeps } from './support';

const ROUNDS = 7;
const SAMPLE_MS = 1_200;
const WARM_UP_MS = 1_000;
/** Goal: this multiple of the requests of bare Koa, which serialises each time. */
const GOAL = 1.5;

interface Contender extends Target {
  readonly group: 'catalogue' | 'token check';
  readonly name: string;
}

/** Measures catalogue and token check with production settings against bare servers, in alternating samples. */
async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-bench-'));
  const env = { ...production, DATA_FOLDER: folder };
  const api = await startApiProcess(env);
  const children: ChildProcess[] = [];
  try {
    const token = await withDeps(env, async (deps) => {
      const { id } = await createUser(deps);
      return (await deps.sessions.start(id, 'bench')).token;
    });
    const [koa, node] = [await startBaseline('koa', token), await startBaseline('node', token)];
    children.push(koa.child, node.child);
    const own = { port: Number(new URL(api.url).port), pid: api.child.pid ?? 0 };
    const headers = { 'Accept-Encoding': 'identity' };
    const etag = (await fetch(`${api.url}/api/lessons`, { headers })).headers.get('etag');
    const get = (...headers: string[]) => request('GET', '/api/lessons', headers);
    const check = request(
      'POST',
      '/api/takeUser',
      ['Content-Type: application/json'],
      JSON.stringify({ token }),
    );
    const baselines = [
      { name: BARE_KOA, ...koa },
      { name: 'bare node:http, serialising', ...node },
      { name: OWN, ...own },
    ];
    const contenders: Contender[] = [
      ...baselines.map((server) => ({ ...server, group: 'catalogue', request: get(), status: 200 }) as const),
      {
        group: 'catalogue',
        name: 'this API, brotli',
        ...own,
        request: get('Accept-Encoding: gzip, br'),
        status: 200,
      },
      {
        group: 'catalogue',
        name: 'this API, not modified',
        ...own,
        request: get(`If-None-Match: ${etag}`),
        status: 304,
      },
      ...baselines.map(
        (server) => ({ ...server, group: 'token check', request: check, status: 200 }) as const,
      ),
    ];
    await report(await measure(contenders));
  } finally {
    for (const child of children) child.kill();
    await api.stop();
    await rm(folder, { recursive: true });
  }
}

const BARE_KOA = 'bare Koa, serialising';
const OWN = 'this API';

/** Production settings, so that responses are not compared with their schemas. Nothing is sold or mailed. */
const production = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'info',
  SITE_ORIGIN: 'https://isa.example',
  APP_SECRET: 'bench'.repeat(8),
  OPS_READ_TOKEN: 'bench'.repeat(8),
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@isa.example',
  SUPPORT_EMAIL: 'desk@isa.example',
  PAYPAL_CLIENT_ID: 'bench',
  PAYPAL_CLIENT_SECRET: 'bench',
  PAYPAL_WEBHOOK_ID: 'bench',
  PAYPAL_API_URL: 'https://api-m.paypal.com',
  PAYPAL_SDK_URL: 'https://www.paypal.com/sdk/js',
  RATE_LIMIT_FACTOR: '100000',
};

async function startBaseline(kind: 'koa' | 'node', token: string) {
  const file = path.join(__dirname, 'catalogue/baseline-servers.ts');
  const child = spawn(process.execPath, [...fromSources, file, kind, token], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output: unknown[] = await once(child.stdout, 'data');
  return { child, port: Number(String(output[0])), pid: child.pid ?? 0 };
}

function request(method: string, path_: string, headers: readonly string[], body = ''): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return [`${method} ${path_} HTTP/1.1`, 'Host: bench', ...headers, ...length, '', body].join('\r\n');
}

/** All samples of one contender, round by round. */
type Samples = ReadonlyMap<Contender, readonly Figures[]>;

async function measure(contenders: readonly Contender[]): Promise<Samples> {
  const samples = new Map<Contender, Figures[]>(contenders.map((contender) => [contender, []]));
  for (const contender of contenders) await load(contender, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [contender, figures] of samples) figures.push(await load(contender, SAMPLE_MS));
  }
  return samples;
}

function median(values: readonly number[]): number {
  return sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Ratios are taken within each round, so that other load on the machine affects both values. */
function summary(samples: Samples) {
  return [...samples].map(([{ group, name }, figures]) => {
    const koa = [...samples].find(([other]) => other.group === group && other.name === BARE_KOA)?.[1] ?? [];
    const toKoa = (of: (figures: Figures) => number) =>
      median(figures.map((sample, round) => of(sample) / of(koa[round] ?? { rate: NaN, cpu: NaN })));
    return {
      group,
      name,
      rate: median(figures.map(({ rate }) => rate)),
      cpu: median(figures.map(({ cpu }) => cpu)),
      rateToKoa: toKoa(({ rate }) => rate),
      perCpuToKoa: toKoa(({ cpu }) => 1 / cpu),
    };
  });
}

/** Prints a table for each group, and writes all figures as JSON into the file that `BENCH_JSON` names. */
async function report(samples: Samples): Promise<void> {
  const machine = `${availableParallelism()} cores, Node ${process.versions.node}`;
  const figures = summary(samples);
  console.log(`\nMedians of ${ROUNDS} rounds, alternating, 16 connections (${machine})`);
  for (const group of ['catalogue', 'token check'] as const) {
    console.log(`\n${group === 'catalogue' ? 'GET /api/lessons (33 lessons)' : 'POST /api/takeUser'}`);
    const rows = figures.filter((row) => row.group === group);
    console.table(
      Object.fromEntries(
        rows.map(({ name, rate, cpu, rateToKoa, perCpuToKoa }) => [
          name,
          {
            'requests/s': Math.round(rate),
            'CPU µs each': Number(cpu.toFixed(1)),
            'requests/s, × Koa': Number(rateToKoa.toFixed(2)),
            'requests per CPU second, × Koa': Number(perCpuToKoa.toFixed(2)),
          },
        ]),
      ),
    );
  }
  const own = figures.find(({ group, name }) => group === 'catalogue' && name === OWN);
  console.log(
    `Catalogue, goal ${GOAL} × bare Koa: ${own?.rateToKoa.toFixed(2)} × per second, ${own?.perCpuToKoa.toFixed(2)} × per second of processor time.`,
  );
  const file = process.env['BENCH_JSON'];
  if (!file) return;
  const json = JSON.stringify({ bench: 'catalogue', machine, date: new Date(), figures }, null, 2);
  await writeFile(file, `${json}\n`);
}

void main();
