import { buildSite } from '../commands/build-site';
import { rollingDeploy } from '../testing/packaged-site/rolling-deploy';
import { main } from '../tools/processes';
import { UserError } from '../tools/user-error';

const log = (line: string) => void process.stdout.write(`${line}\n`);
const number = (variable: string, fallback: number) => Number(process.env[variable] ?? fallback);

/** 50 visitors walk and 20 buyers pay while every process of the site is replaced by the next package's. */
main(async () => {
  await buildSite(log);
  const seed = number('SEED', Date.now() % 1_000_000);
  log(`seed ${seed}`);
  const result = await rollingDeploy({
    visitors: number('WALKERS', 50),
    buyers: number('BUYERS', 20),
    calmMs: number('CALM_SECONDS', 5) * 1_000,
    seed,
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
