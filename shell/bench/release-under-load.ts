import { buildSite } from '../commands/build-site';
import { releaseUnderLoad } from '../testing/release-under-load/run';
import { main } from '../tools/processes';
import { findChromium } from '../tools/programs';
import { UserError } from '../tools/user-error';

const tell = (line: string) => void process.stdout.write(`${line}\n`);
const number = (variable: string, fallback: number) => Number(process.env[variable] ?? fallback);

/**
 * 50 visitors, three of them in a real browser, use a separate site while every remote's next release is shown as a
 * canary, aborted, promoted, rolled back and pruned ten times. No visitor may see a failure.
 */
main(async () => {
  const found = findChromium(tell);
  if (!('path' in found)) return tell(`SKIPPED: ${found.missing}`);
  await buildSite(tell);
  const seed = number('SEED', Date.now() % 1_000_000);
  tell(`seed ${seed}`);
  const { counts, changes, seconds, siteErrors } = await releaseUnderLoad({
    port: number('BENCH_PORT', 3700),
    seed,
    httpVisitors: number('WALKERS', 47),
    tabs: number('TABS', 3),
    rounds: number('ROUNDS', 10),
    chromium: found.path,
    tell,
  });
  tell(`\nrelease under load, ${seconds.toFixed(0)} s`);
  const rows = [...Object.entries(changes), ...counts.rows];
  for (const [name, count] of rows) tell(`${name.padEnd(22)}${String(count).padStart(8)}`);
  for (const line of [...counts.examples, ...siteErrors.slice(-10)]) tell(`  ${line}`);
  if (counts.failed) throw new UserError('Visitors saw failures; the first of each kind are listed above.');
  process.exit(0);
});
