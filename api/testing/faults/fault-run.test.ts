import { runWithFaults } from './fault-run';

/** A few of the many: `npm run bench` has hundreds on each database. */
const ROUNDS = 4;

it('loses nothing and charges nobody twice when it is killed between any two steps of a purchase', async () => {
  const seed = Number(process.env['FAULT_SEED'] ?? Date.now() % 1_000_000);
  const report = await runWithFaults({ rounds: ROUNDS, seed });
  process.stdout.write(
    `Purchases under fire: ${report.purchases} in ${report.rounds} rounds, ${report.kills} kills, ${report.captured} of ${report.orders} orders paid (seed ${seed})\n`,
  );
  expect(report.problems).toEqual([]);
  expect(report.kills).toBeGreaterThan(0);
}, 300_000);
