import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { formatPounds, pence } from '@isa/api-contract';
import { apiFolder } from '../src/folders';
import { runWithFaults } from '../testing/faults/fault-run';
import { onBothDatabases } from './support';

/** Simulates purchases with faults: `faults.ts [rounds] [seed]`. The exit code is 1 when the records disagree. */
async function main(database: string): Promise<void> {
  const [rounds = 200, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
  const started = performance.now();
  const report = await runWithFaults({ rounds, seed, compiled: true }, (round, problems) => {
    if (round % 20 === 0) {
      console.log(`${database}: ${round} of ${rounds} rounds, ${problems.length} disagreements`);
    }
  });
  console.log(`\nPurchases with faults on ${database}, seeds ${seed} to ${seed + rounds - 1}`);
  console.table({
    rounds: report.rounds,
    purchases: report.purchases,
    'kill -9': report.kills,
    'orders written': report.orders,
    'orders paid': report.captured,
    'mails sent again with the same id': report.repeatedMails,
    'money taken': formatPounds(pence(report.money)),
    disagreements: report.problems.length,
    seconds: Math.round((performance.now() - started) / 1000),
  });
  for (const problem of report.problems) console.log(problem);
  if (report.problems.length > 0) process.exitCode = 1;
}

// The API starts hundreds of times: compiled once, it starts faster.
const compiler = createRequire(__filename).resolve('typescript-native/package.json');
const tsc = path.join(path.dirname(compiler), 'bin/tsc');
execFileSync(process.execPath, [tsc, '-b', apiFolder], { stdio: 'inherit' });
void onBothDatabases(__filename, main);
