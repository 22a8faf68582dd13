import { z } from 'zod';
import { printable } from './user-error';

/** What a script in a sandbox prints for the process that has started it. */
export const outcomeSchema = z.union([z.object({ error: z.string() }), z.object({ result: z.unknown() })]);

/** Prints the result of `body`, or why it has failed, for the process that has started this one. */
export async function printOutcome(body: () => Promise<unknown>): Promise<void> {
  const printed = await body().then(
    (result) => ({ result }),
    (error: unknown) => ({ error: printable(error) }),
  );
  process.stdout.write(JSON.stringify(printed));
}
