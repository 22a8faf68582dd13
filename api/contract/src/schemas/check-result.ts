import { z } from 'zod';

/** What a check of an installation found: one line of `npm run doctor`. */
export const checkResult = z.object({
  /** What was examined. */
  name: z.string(),
  state: z.enum(['ok', 'warning', 'failure']),
  /** One sentence without a full stop. */
  message: z.string(),
  /** How to fix it. */
  fix: z.string().optional(),
});
export type CheckResult = Readonly<z.infer<typeof checkResult>>;

/** A result without anything to do. @param message without a full stop. */
export const passed = (name: string, message: string): CheckResult => ({ name, state: 'ok', message });
/** A result that an operator should look at; it does not fail the check. */
export const warned = (name: string, message: string, fix: string): CheckResult => ({
  ...{ name, state: 'warning', message, fix },
});
/** A result that fails the check, with the way to repair it. */
export const failed = (name: string, message: string, fix: string): CheckResult => ({
  ...{ name, state: 'failure', message, fix },
});
