import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { startProgram } from '../../../../api/testing/program';
import { installedProgram } from '../../../../api/testing/with-program';
import { freePort, waitUntilReady } from '../../../packages/node/processes';
import { UserError } from '../../../packages/node/user-error';

const configurationSchema = z.looseObject({
  global: z.looseObject({}),
  scrape_configs: z.array(z.looseObject({ job_name: z.string() })),
});
const alertsSchema = z.object({
  data: z.object({
    alerts: z.array(
      z.object({
        state: z.enum(['pending', 'firing']),
        labels: z.looseObject({ alertname: z.string() }),
        annotations: z.object({ summary: z.string() }),
      }),
    ),
  }),
});
const seriesSchema = z.object({
  data: z.object({
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        /** The time and the value; absent in the answer for a range. */
        value: z.tuple([z.number(), z.string()]).optional(),
      }),
    ),
  }),
});

export interface Firing {
  readonly name: string;
  readonly summary: string;
}

export type Prometheus = Awaited<ReturnType<typeof startPrometheus>>;

interface Options {
  /** The folder for its files, in which the tokens are. */
  readonly folder: string;
  /** The path of the configuration's example. */
  readonly configuration: string;
  readonly rules: string;
  /** The host and port of each process of a role. */
  readonly targets: (role: string) => readonly string[];
  readonly scrapeSeconds: number;
  /** How long a value counts after its scrape, in milliseconds. */
  readonly lookbackMs: number;
}

/**
 * Starts Prometheus with the example's jobs on a free port of the loopback address.
 * @throws UserError without the program, or when it does not start.
 */
export async function startPrometheus(options: Options) {
  const program = installedProgram('prometheus');
  if (!program) throw new UserError('This test needs Debian’s package prometheus.');
  const { folder, rules, targets, scrapeSeconds, lookbackMs } = options;
  const { global, scrape_configs, ...others } = configurationSchema.parse(parse(options.configuration));
  const interval = `${scrapeSeconds}s`;
  const configuration = {
    ...others,
    global: { ...global, scrape_interval: interval, scrape_timeout: interval, evaluation_interval: '1s' },
    scrape_configs: scrape_configs.map((job) => ({
      ...job,
      static_configs: [{ targets: targets(job.job_name.replace(/^isa-/, '')) }],
    })),
  };
  const file = path.join(folder, 'prometheus.yml');
  await writeFile(file, stringify(configuration));
  await writeFile(path.join(folder, 'rules.yml'), rules);
  const address = `127.0.0.1:${await freePort()}`;
  const prometheus = startProgram(
    program,
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${path.join(folder, 'tsdb')}`,
      `--web.listen-address=${address}`,
      `--query.lookback-delta=${lookbackMs}ms`,
    ],
    folder,
  );
  await waitUntilReady(`http://${address}/-/ready`, {
    name: 'Prometheus',
    child: prometheus.child,
    lastLines: prometheus.output,
  });

  async function get(call: string, parameters: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const response = await fetch(
      `http://${address}/api/v1/${call}?${String(new URLSearchParams(parameters))}`,
    );
    if (!response.ok) throw new Error(`Prometheus refuses ${call}: ${await response.text()}`);
    return response.json();
  }
  return {
    /** The alerts that fire now. */
    async firing(): Promise<readonly Firing[]> {
      const { alerts } = alertsSchema.parse(await get('alerts')).data;
      return alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels, annotations }) => ({ name: labels.alertname, summary: annotations.summary }));
    },
    /** Labels and value of each series that the expression has now. @throws Error when it cannot be parsed. */
    async query(query: string): Promise<readonly string[]> {
      const { result } = seriesSchema.parse(await get('query', { query })).data;
      return result.map(({ metric, value }) => `${JSON.stringify(metric)} ${value?.[1]}`);
    },
    /** How many series the expression had since a time. @throws Error when it cannot be parsed. */
    async seriesSince(query: string, since: Date): Promise<number> {
      const range = { start: since.toISOString(), end: new Date().toISOString(), step: `${scrapeSeconds}s` };
      return seriesSchema.parse(await get('query_range', { query, ...range })).data.result.length;
    },
    async stop(): Promise<void> {
      prometheus.child.kill('SIGTERM');
      await prometheus.ended;
    },
  };
}
