import { parseArgs } from 'node:util';
import { runReleaseChaos } from '../testing/release-chaos/run';
import { main } from '../tools/processes';
import { UserError } from '../tools/user-error';

/**
 * Makes releases while each part fails in turn: `release-chaos [--operations 300] [--seed 1] [--on
 * folder|bucket] [--fault 3] [--visible 10] [--only "API stalled"]`, with seconds of each fault and seconds
 * within which a rollback must be visible after it.
 */
main(async () => {
  const { values } = parseArgs({
    options: {
      operations: { type: 'string', default: '300' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      on: { type: 'string' },
      fault: { type: 'string', default: '3' },
      visible: { type: 'string', default: '10' },
      only: { type: 'string' },
    },
  });
  let hasFailed = false;
  for (const kind of (['folder', 'bucket'] as const).filter((one) => (values.on ?? one) === one)) {
    const started = performance.now();
    const log = (line: string) =>
      console.log(`${((performance.now() - started) / 1_000).toFixed(0)} s  ${line}`);
    const { rows, faults, problems } = await runReleaseChaos({
      kind,
      operations: Number(values.operations),
      seed: Number(values.seed),
      faultMs: Number(values.fault) * 1_000,
      visibleMs: Number(values.visible) * 1_000,
      only: values.only,
      log,
    });
    console.log(`\nReleases on ${kind}, seed ${values.seed}`);
    console.table({
      ...Object.fromEntries(rows),
      problems: problems.length,
      seconds: Math.round((performance.now() - started) / 1_000),
    });
    console.table(faults);
    for (const problem of new Set(problems)) console.log(problem);
    hasFailed ||= problems.length > 0;
  }
  if (hasFailed) throw new UserError('The releases were not safe; see above.');
});
