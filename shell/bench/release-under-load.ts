import { buildSite } from '../commands/build-site';
import { releaseUnderLoad } from '../testing/release-under-load/run';
import { main } from '../tools/processes';
import { findChromium } from '../tools/programs';
import { UserError } from '../tools/user-error';

const log = (line: string) => void process.stdout.write(`${line}\n`);
const number = (variable: string, fallback: number) => Number(process.env[variable] ?? fallback);

/**
 * 50 visitors, three of them in a real browser, use a separate site while every remote's next release is shown as a
 * canary, aborted, promoted, rolled back and pruned ten times. No visitor may see a failure.
 */
main(async () => {
  const found = findChromium(log);
  if (!('path' in found)) return log(`SKIPPED: ${found.missing}`);
  await buildSite(log);
  const seed = number('SEED', Date.now() % 1_000_000);
  log(`seed ${seed}`);
  const { counts, changes, seconds, siteErrors } = await releaseUnderLoad({
    port: number('BENCH_PORT', 3700),
    seed,
    httpVisitors: number('WALKERS', 47),
    tabs: number('TABS', 3),
    rounds: number('ROUNDS', 10),
    chromium: found.path,
    log,
  });
  log(`\nrelease under load, ${seconds.toFixed(0)} s`);
  const rows = [...Object.entries(changes), ...counts.rows];
  for (const [name, count] of rows) log(`${name.padEnd(22)}${String(count).padStart(8)}`);
  for (const line of [...counts.examples, ...siteErrors.slice(-10)]) log(`  ${line}`);
  if (counts.failed) throw new UserError('Visitors saw failures; the first of each kind are listed above.');
  process.exit(0);
});
