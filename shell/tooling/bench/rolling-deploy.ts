import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { newestTag, unpackCommit } from '../../../api/testing/earlier-sources';
import { rollingDeploy } from '../testing/packaged-site/rolling-deploy';
import { main, printLine as log } from '../../packages/node/processes';
import { UserError } from '../../packages/node/user-error';
import { benchFolder } from './shared/settings';

const number = (variable: string, fallback: number) => Number(process.env[variable] ?? fallback);

/**
 * 50 visitors browse and 20 buyers pay while every process is replaced by the next package's. `--from` is a
 * tag or commit, by default the newest tag.
 */
main(async () => {
  const { values } = parseArgs({ options: { from: { type: 'string' } } });
  const from = values.from ?? newestTag();
  const earlier = from === '' ? undefined : path.join(benchFolder, 'earlier-release');
  if (earlier) {
    log(`From ${from} to these sources, back, and forward again.`);
    await rm(earlier, { recursive: true, force: true });
    await mkdir(earlier, { recursive: true });
    unpackCommit(from, earlier);
  } else log('No release is tagged yet: the package of these sources replaces itself.');
  const seed = number('SEED', Date.now() % 1_000_000);
  log(`seed ${seed}`);
  const result = await rollingDeploy({
    visitors: number('VISITORS', 50),
    buyers: number('BUYERS', 20),
    pauseMs: number('PAUSE_SECONDS', 5) * 1_000,
    seed,
    earlier,
    log,
  });
  const { counts, buyers, orders, captured, problems, seconds } = result;
  log(`\nrolling deploy, ${seconds.toFixed(0)} s`);
  const rows = [
    ...counts.rows,
    ['purchases', buyers.purchases],
    ['purchases that failed', buyers.failed],
    ['errors that buyers saw', buyers.errors.length],
    ['orders', orders],
    ['orders paid', captured],
    ['disagreements', problems.length],
  ] as const;
  for (const [name, count] of rows) log(`${name.padEnd(24)}${String(count).padStart(8)}`);
  for (const line of [...counts.examples, ...new Set(buyers.errors), ...problems].slice(0, 30))
    log(`  ${line}`);
  if (counts.failed || buyers.failed > 0 || problems.length > 0) {
    throw new UserError('The deploy was noticed; the first failures of each kind are listed above.');
  }
  process.exit(0);
});
