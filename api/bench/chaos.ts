import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatPounds, pence } from '@isa/api-contract';
import { apiFolder } from '../src/platform/folders';
import { missingPrograms } from '../testing/cluster/database';
import { type Kind, deploymentKinds } from '../testing/cluster/deployment';
import { groupErrors } from '../testing/faults/buyers';
import { type ChaosReport, runChaos } from '../testing/faults/chaos';

/**
 * Buyers while parts fail: `chaos [--purchases 200] [--buyers 10] [--pause 1] [--seed 1] [--on
 * MariaDB]`, with seconds between two faults; the bench `cluster` has a cluster. The exit code is 1 when the
 * records disagree or a buyer failed.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      purchases: { type: 'string', default: '200' },
      buyers: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      pause: { type: 'string', default: '1' },
      on: { type: 'string' },
    },
  });
  const stopping = new AbortController();
  // A second signal must not end this process before its processes have ended.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
  for (const kind of deploymentKinds.filter((name) => values.on === undefined || name === values.on)) {
    const missing = kind === 'SQLite' ? [] : await missingPrograms(kind);
    if (missing.length > 0) {
      console.log(`SKIPPED on ${kind}: ${missing.join(', ')} missing on this machine.`);
      continue;
    }
    const started = performance.now();
    const report = await runChaos(
      {
        kind,
        purchases: Number(values.purchases),
        buyers: Number(values.buyers),
        seed: Number(values.seed),
        pauseMs: Number(values.pause) * 1_000,
      },
      stopping.signal,
      (line) => console.log(line),
    );
    print(kind, report, (performance.now() - started) / 1000, values.seed);
    if (report.problems.length > 0 || report.failed > 0) process.exitCode = 1;
  }
}

function print(kind: Kind, report: ChaosReport, seconds: number, seed: string): void {
  console.log(`\nPurchases during chaos on ${kind}, seed ${seed}`);
  console.table({
    purchases: report.purchases,
    'buyers who saw an error of ours': report.sawError,
    'purchases that failed': report.failed,
    'processes of the API killed': report.kills,
    'slowest start of a web process, ms': Math.round(report.slowestStartMs),
    'orders written': report.orders,
    'orders paid': report.captured,
    'mails received twice': report.repeatedMails,
    'mails accepted without an answer': report.unansweredMails,
    'money taken': formatPounds(pence(report.money)),
    disagreements: report.problems.length,
    seconds: Math.round(seconds),
  });
  console.table(report.byFault);
  for (const line of groupErrors(report.errors)) console.log(line);
  for (const problem of report.problems) console.log(problem);
}

const compiler = createRequire(__filename).resolve('typescript-native/package.json');
const tsc = path.join(path.dirname(compiler), 'bin/tsc');
execFileSync(process.execPath, [tsc, '-b', apiFolder], { stdio: 'inherit' });
void main();
