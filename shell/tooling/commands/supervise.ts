import { fail, startService, waitUntilReady } from '../../packages/node/processes';
import { UserError } from '../../packages/node/user-error';

/** Milliseconds before each new start of a process that has ended by itself. After the last one the command ends. */
const PAUSES = [1_000, 2_000, 4_000, 8_000, 16_000];
/** How many milliseconds a process must run to be given all starts again. */
const STABLE_MS = 60_000;

interface Supervised {
  readonly name: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** How the process shows that it is ready: this address responds, or it prints this line. */
  readonly ready: { readonly address: string } | { readonly line: string };
}

/**
 * Starts a process again whenever it ends by itself; one that keeps ending stops the command, which a process
 * manager notices.
 * @throws UserError when it ends before it is ready, or does not respond in time.
 */
export function supervise(
  { name, args, environment, ready }: Supervised,
  log: (line: string) => void,
  pauses: readonly number[] = PAUSES,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isReady = false;
    let failures = 0;
    const becomeReady = () => {
      isReady = true;
      resolve();
    };

    function start() {
      const startedAt = performance.now();
      const onLine = (line: string) => {
        if (!isReady && 'line' in ready && line === ready.line) becomeReady();
        else log(line);
      };
      const service = startService(name, args, environment, onLine, (status) => {
        if (!isReady) return reject(new UserError(`${name} did not start (${status}).`));
        if (performance.now() - startedAt > STABLE_MS) failures = 0;
        const pause = pauses[failures];
        failures += 1;
        if (pause === undefined)
          return fail(`${name} has ended ${failures} times in a row; stopping the rest.`);
        log(`${name} has ended (${status}); starting it again in ${pause / 1_000} s.`);
        setTimeout(start, pause);
      });
      if (!isReady && 'address' in ready) waitUntilReady(ready.address, service).then(becomeReady, reject);
    }

    start();
  });
}
