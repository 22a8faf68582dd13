import { parseArgs } from 'node:util';
import { runReleaseChaos } from '../testing/release-chaos/run';
import { main } from '../../packages/node/processes';
import { UserError } from '../../packages/node/user-error';

/**
 * Makes releases on one machine while each part fails in turn: `release-chaos [--operations 300] [--seed 1]
 * [--fault 3] [--only "API stalled"] [--untimed]`, with seconds of each fault. The bench `cluster` has a bucket. With
 * `--untimed` a slow rollback is no problem, for tests, which other work on the machine may slow down.
 */
main(async () => {
  const { values } = parseArgs({
    options: {
      operations: { type: 'string', default: '300' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      fault: { type: 'string', default: '3' },
      only: { type: 'string' },
      untimed: { type: 'boolean', default: false },
    },
  });
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1_000);
  const { rows, faults, problems } = await runReleaseChaos({
    operations: Number(values.operations),
    seed: Number(values.seed),
    faultMs: Number(values.fault) * 1_000,
    only: values.only,
    isTimed: !values.untimed,
    log: (line) => console.log(`${seconds()} s  ${line}`),
  });
  console.log(`\nReleases, seed ${values.seed}`);
  console.table({ ...Object.fromEntries(rows), problems: problems.length, seconds: seconds() });
  console.table(faults);
  for (const problem of new Set(problems)) console.log(problem);
  if (problems.length > 0) throw new UserError('The releases were not safe; see above.');
});
