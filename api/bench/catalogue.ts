import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { openDeps } from '../src/deps';
import { readEnv } from '../src/env';
import { fromSources, startApiProcess } from '../testing/api-process';
import { createUser } from '../testing/factories';
import { type Asked, type Figures, load } from './catalogue/load';

const ROUNDS = 7;
const SAMPLE_MS = 1_200;
const WARM_UP_MS = 1_000;
/** What issue 7 aims for: this many times the requests of bare Koa that serialises each time. */
const AIM = 1.5;

interface Contender extends Asked {
  readonly group: 'catalogue' | 'token check';
  readonly name: string;
}

/**
 * What do a catalogue and a token check cost, with the log, limits, metrics and headers of production, beside servers
 * that do nothing but answer from memory? Alternating in one run, so that a busy machine is busy for all.
 */
async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-bench-'));
  const env = { ...production, DATA_FOLDER: folder };
  const api = await startApiProcess(env);
  const children: ChildProcess[] = [];
  try {
    const token = await customerToken(env);
    const [koa, node] = [await startPeer('koa', token), await startPeer('node', token)];
    children.push(koa.child, node.child);
    const ours = { port: Number(new URL(api.url).port), pid: api.child.pid ?? 0 };
    const etag = (
      await fetch(`${api.url}/api/lessons`, { headers: { 'Accept-Encoding': 'identity' } })
    ).headers.get('etag');

    const get = (...headers: string[]) => request('GET', '/api/lessons', headers);
    const check = request(
      'POST',
      '/api/takeUser',
      ['Content-Type: application/json'],
      JSON.stringify({ token }),
    );
    const contenders: Contender[] = [
      { group: 'catalogue', name: BARE_KOA, ...koa, request: get(), status: 200 },
      { group: 'catalogue', name: 'bare node:http, serialising', ...node, request: get(), status: 200 },
      { group: 'catalogue', name: OWN, ...ours, request: get(), status: 200 },
      {
        group: 'catalogue',
        name: 'this API, brotli',
        ...ours,
        request: get('Accept-Encoding: gzip, br'),
        status: 200,
      },
      {
        group: 'catalogue',
        name: 'this API, not modified',
        ...ours,
        request: get(`If-None-Match: ${etag}`),
        status: 304,
      },
      { group: 'token check', name: BARE_KOA, ...koa, request: check, status: 200 },
      { group: 'token check', name: 'bare node:http, serialising', ...node, request: check, status: 200 },
      { group: 'token check', name: OWN, ...ours, request: check, status: 200 },
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

/** As on a live machine, so that answers are not held against their schemas. Nothing is sold or mailed here. */
const production = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'info',
  SITE_ORIGIN: 'https://isa.example',
  APP_SECRET: 'bench'.repeat(8),
  OPS_TOKEN: 'bench'.repeat(8),
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

/** A session of the API's database, made from outside. */
async function customerToken(env: Record<string, string>): Promise<string> {
  const open = await openDeps(readEnv(env));
  try {
    const { id } = await createUser(open.deps);
    return (await open.deps.sessions.start(id, 'bench')).token;
  } finally {
    await open.close();
  }
}

async function startPeer(kind: 'koa' | 'node', token: string) {
  const file = path.join(__dirname, 'catalogue/peers.ts');
  const child = spawn(process.execPath, [...fromSources, file, kind, token], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, port: Number(line.toString()), pid: child.pid ?? 0 };
}

function request(method: string, path_: string, headers: readonly string[], body = ''): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return [`${method} ${path_} HTTP/1.1`, 'Host: bench', ...headers, ...length, '', body].join('\r\n');
}

/** All samples of one contender, round by round. */
type Samples = ReadonlyMap<Contender, readonly Figures[]>;

async function measure(contenders: readonly Contender[]): Promise<Samples> {
  const samples = new Map(contenders.map((contender) => [contender, [] as Figures[]]));
  for (const contender of contenders) await load(contender, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [contender, figures] of samples) figures.push(await load(contender, SAMPLE_MS));
  }
  return samples;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Compared within each round, so that what else the machine does weighs on both. */
function summary(samples: Samples) {
  return [...samples].map(([{ group, name }, figures]) => {
    const koa = [...samples].find(([other]) => other.group === group && other.name === BARE_KOA)?.[1] ?? [];
    const toKoa = (of: (figures: Figures) => number) =>
      median(figures.map((own, round) => of(own) / of(koa[round] ?? { rate: NaN, cpu: NaN })));
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

/** A table for each group on the terminal, and all figures as JSON into the file that `BENCH_JSON` names. */
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
    `The catalogue is to do ${AIM} × what bare Koa does: ${own?.rateToKoa.toFixed(2)} × in a second, ${own?.perCpuToKoa.toFixed(2)} × in a second of processor time.`,
  );
  const file = process.env['BENCH_JSON'];
  if (file)
    await writeFile(
      file,
      `${JSON.stringify({ bench: 'catalogue', machine, date: new Date(), figures }, null, 2)}\n`,
    );
}

void main();
