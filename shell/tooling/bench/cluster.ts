import { parseArgs } from 'node:util';
import { formatPounds, pence } from '@isa/api-contract';
import { groupErrors } from '../../../api/testing/faults/buyers';
import { runClusterChaos } from '../testing/packaged-site/cluster-chaos';
import { printable } from '../../packages/node/user-error';

const stopping = new AbortController();

/**
 * Buyers, releases by teams and readers on one cluster, while each part fails in turn and every role is
 * replaced: `cluster [--purchases 200] [--buyers 10] [--operations 300] [--seed 1] [--only "bucket"] [--untimed]`. With
 * `--untimed` a slow rollback is no problem. With `--only` no role is replaced, and the roles start from these sources instead
 * of a package; `--only=` runs every fault. The exit code is 1 when records disagree, a buyer failed, a reader got a wrong file or a fault delayed rollbacks.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      purchases: { type: 'string', default: '200' },
      buyers: { type: 'string', default: '10' },
      operations: { type: 'string', default: '300' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      only: { type: 'string' },
      untimed: { type: 'boolean', default: false },
    },
  });
  // A second signal must not end this process before its processes have ended.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1_000);
  const { buyers, releases, rollbacks, kills, problems } = await runClusterChaos({
    purchases: Number(values.purchases),
    buyers: Number(values.buyers),
    operations: Number(values.operations),
    seed: Number(values.seed),
    only: values.only,
    isTimed: !values.untimed,
    log: (line) => console.log(`${seconds()} s  ${line}`),
    stopping: stopping.signal,
  });
  console.log(`\nA cluster during faults and a rolling deploy, seed ${values.seed}`);
  console.table({
    purchases: buyers.purchases,
    'orders paid': buyers.captured,
    'money taken': formatPounds(pence(buyers.money)),
    'disagreements of money, orders, access, mails': buyers.problems.length,
    'purchases that failed': buyers.failed,
    'buyers who saw an error of ours': buyers.sawError,
    'mails received twice': buyers.repeatedMails,
    ...Object.fromEntries(releases),
    'slowest rollback visible, ms': Math.max(...Object.values(rollbacks)),
    'processes killed': kills,
    problems: problems.length,
    seconds: seconds(),
  });
  const steps = Object.entries(buyers.byFault);
  console.table(
    Object.fromEntries(
      steps.map(([name, count]) => [name, { ...count, 'rollback, ms': rollbacks[name] ?? 0 }]),
    ),
  );
  const failures = [...buyers.problems, ...problems];
  for (const line of [...groupErrors(buyers.errors), ...new Set(failures)]) console.log(line);
  process.exit(failures.length > 0 || buyers.failed > 0 ? 1 : 0);
}

main().catch((error: unknown) => {
  if (!stopping.signal.aborted) console.error(printable(error));
  process.exit(1);
});
