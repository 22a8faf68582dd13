import { z } from 'zod';

/** What a check of an installation found: one line of `npm run doctor`. */
export const checkResult = z.object({
  /** What was examined. */
  name: z.string(),
  state: z.enum(['ok', 'warning', 'failure']),
  /** Without a full stop. */
  message: z.string(),
  /** How to mend it. */
  mend: z.string().optional(),
});
export type CheckResult = Readonly<z.infer<typeof checkResult>>;

export const passed = (name: string, message: string): CheckResult => ({ name, state: 'ok', message });
export const warned = (name: string, message: string, mend: string): CheckResult => ({
  ...{ name, state: 'warning', message, mend },
});
export const failed = (name: string, message: string, mend: string): CheckResult => ({
  ...{ name, state: 'failure', message, mend },
});
