import { buildSite } from '../commands/build';
import { main } from '../tools/processes';
import { UserError } from '../tools/user-error';
import { findChromium } from '../tools/programs';
import { releaseUnderLoad } from './release-under-load/run';

const tell = (line: string) => void process.stdout.write(`${line}\n`);
const number = (variable: string, fallback: number) => Number(process.env[variable] ?? fallback);

/**
 * While 50 visitors walk through a site of its own, three of them in a real browser, every remote is shown to some,
 * taken back, made live, rolled back and pruned ten times. Nobody may notice.
 */
main(async () => {
  const found = findChromium(tell);
  if (!('path' in found)) return tell(`SKIPPED: ${found.missing}`);
  await buildSite(tell);
  const seed = number('SEED', Date.now() % 1_000_000);
  tell(`seed ${seed}`);
  const { counts, moves, seconds, complaints } = await releaseUnderLoad({
    port: number('BENCH_PORT', 3700),
    seed,
    walkers: number('WALKERS', 47),
    tabs: number('TABS', 3),
    rounds: number('ROUNDS', 10),
    chromium: found.path,
    tell,
  });
  tell(`\nrelease under load, ${seconds.toFixed(0)} s`);
  const rows = [...Object.entries(moves), ...counts.rows];
  for (const [name, count] of rows) tell(`${name.padEnd(22)}${String(count).padStart(8)}`);
  for (const line of [...counts.examples, ...complaints.slice(-10)]) tell(`  ${line}`);
  if (counts.failed) throw new UserError('Visitors have noticed.');
  process.exit(0);
});
