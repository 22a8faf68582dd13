import { setImmediate as nextTurn } from 'node:timers/promises';
import { startApi } from '../../../testing/api';
import { SeededRandom } from '../../../testing/faults/seeded-random';
import { createInProcessProvider } from './testing/in-process-provider';
import { walk } from './testing/order-walk';
import { sampleMerchant } from '../../../paypal-sandbox/sandbox';

/** The number of walks: `npm test -- all` takes more, and the nightly run 10,000. */
const WALKS = Number(process.env['ORDER_WALKS'] ?? (process.env['TEST_ALL'] === '1' ? 100 : 25));
const STEPS = 18;

it(
  'an order’s money, access, mails and words agree with the table of states, whatever happens in whatever order',
  async () => {
    const first = Number(process.env['ORDER_WALK_SEED'] ?? Date.now() % 1_000_000_000);
    const provider = createInProcessProvider();
    const api = await startApi({
      seeded: true,
      env: { PAYPAL_MERCHANT_ID: sampleMerchant.id },
      replace: () => ({ payments: provider.provider }),
    });
    const failures: string[] = [];
    const states = new Set<string>();
    let steps = 0;
    for (let at = 0; at < WALKS && failures.length === 0; at += 1) {
      const seed = first + at;
      const report = await walk(
        { deps: api.deps, provider, advance: api.advance },
        new SeededRandom(seed),
        STEPS,
      );
      // The memory of SQLite’s statements is freed in a later turn of the event loop, and a walk takes none.
      await nextTurn();
      steps += report.steps.length;
      for (const state of report.states) states.add(state);
      if (report.problems.length > 0) failures.push(`seed ${seed}`, ...report.problems, ...report.steps);
    }
    process.stdout.write(
      `${WALKS} walks of ${steps} steps from seed ${first}: ${[...states].sort().join(', ')}\n`,
    );
    expect(failures).toEqual([]);
  },
  60_000 + WALKS * 2_000,
);
