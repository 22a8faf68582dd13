import { z } from 'zod';
import { printable } from '../../tools/user-error';

export const findingSchema = z.object({
  subject: z.string(),
  state: z.enum(['ok', 'warning', 'failure']),
  /** One line without a full stop. */
  text: z.string(),
  /** How to mend it. */
  mend: z.string().optional(),
});

/** One line of `npm run doctor`. */
export type Finding = Readonly<z.infer<typeof findingSchema>>;

export const ok = (subject: string, text: string): Finding => ({ subject, state: 'ok', text });

export const warning = (subject: string, text: string, mend: string): Finding => ({
  subject,
  state: 'warning',
  text,
  mend,
});

export const failure = (subject: string, error: unknown, mend: string): Finding => ({
  subject,
  state: 'failure',
  text: (typeof error === 'string' ? error : printable(error)).split('\n')[0]?.replace(/\.$/, '') ?? '',
  mend,
});
