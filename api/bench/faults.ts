import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { formatPounds, pence } from '@isa/api-contract';
import { buyUnderFire } from '../testing/faults/under-fire';
import { apiFolder } from '../src/folders';
import { onBothDatabases } from './on-both-databases';

/**
 * The full number of purchases under fire: `faults.ts [rounds] [seed]`, 200 rounds of three buyers each on
 * each database unless told otherwise. Ends with 1 when anything does not agree.
 */
async function main(database: string): Promise<void> {
  const [rounds = 200, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
  const started = performance.now();
  const report = await buyUnderFire({ rounds, seed, compiled: true }, (round, problems) => {
    if (round % 20 === 0) {
      console.log(`${database}: ${round} of ${rounds} rounds, ${problems.length} disagreements`);
    }
  });
  console.log(`\nPurchases under fire on ${database}, seeds ${seed} to ${seed + rounds - 1}`);
  console.table({
    rounds: report.rounds,
    purchases: report.purchases,
    'kill -9': report.kills,
    'orders written': report.orders,
    'orders paid': report.captured,
    'money taken': formatPounds(pence(report.money)),
    disagreements: report.problems.length,
    seconds: Math.round((performance.now() - started) / 1000),
  });
  for (const problem of report.problems) console.log(problem);
  if (report.problems.length > 0) process.exitCode = 1;
}

/** Hundreds of starts: the API is compiled once instead of being translated each time. */
function compile(): void {
  const compiler = createRequire(__filename).resolve('typescript-native/package.json');
  execFileSync(process.execPath, [path.join(path.dirname(compiler), 'bin/tsc'), '-b', apiFolder], {
    stdio: 'inherit',
  });
}

compile();
void onBothDatabases(__filename, main);
