import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseBusy } from './errors';

/** After this time no other attempt begins. A cluster chooses another writer sooner. */
export const RETRY_MS = 8_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/** Repeats `work` after errors that `mayRepeat` accepts, with growing random pauses, so that concurrent ones do not meet again. */
export async function withRetry<Result>(
  work: () => Promise<Result>,
  mayRepeat: (error: unknown) => boolean,
  forMs = RETRY_MS,
): Promise<Result> {
  const until = performance.now() + forMs;
  for (let longest = FIRST_PAUSE_MS; ; longest = Math.min(longest * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      const wait = Math.random() * longest;
      if (!mayRepeat(error) || performance.now() + wait > until) throw error;
      await pause(wait);
    }
  }
}

/** Repeats `work`, which may be done twice, while the database cannot serve it or does not tell the outcome. */
export function whileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  return withRetry(work, isDatabaseBusy);
}

/** The result of `work`, or `late()` after `ms`. Work goes on; `late` disposes of what it holds. */
export async function withDeadline<Result>(work: Promise<Result>, ms: number, late: () => Error) {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
