import { printOutcome } from '../../../packages/node/print-outcome';
import { connectThroughRelays } from '../../../platform/release/relays';

/** What code of a release gets from the addresses that it is started with: the answer, or why there is none. */
connectThroughRelays();
void printOutcome(() =>
  Promise.all(
    process.argv.slice(2).map((address) =>
      fetch(address, { signal: AbortSignal.timeout(5_000) }).then(
        (response) => response.text(),
        (error: Error & { cause?: { code?: string } }) => `refused: ${error.cause?.code ?? error.name}`,
      ),
    ),
  ),
);
