import { runWithFaults } from './fault-run';

/** The number of rounds; `FAULT_ROUNDS` makes the sample larger. */
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 4);

it(
  'loses no order, charges no buyer twice and refunds none twice when it is killed between any two steps',
  async () => {
    const seed = Number(process.env['FAULT_SEED'] ?? Date.now() % 1_000_000);
    const report = await runWithFaults({ rounds: ROUNDS, seed });
    process.stdout.write(
      `Purchases with faults: ${report.purchases} in ${report.rounds} rounds, ${report.kills} kills, ${report.captured + report.refunded} of ${report.orders} orders paid, ${report.refunded} refunded, ${report.repeatedMails} mails sent again (seed ${seed})\n`,
    );
    expect(report.problems).toEqual([]);
    expect(report.kills).toBeGreaterThan(0);
  },
  ROUNDS * 75_000,
);
