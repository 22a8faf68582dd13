import { ProblemError } from '../../../http/problem-error';

/** A player has one or two open requests, a household's three devices about six, a download tool dozens. */
const MAX_OPEN_STREAMS = 8;
const RETRY_SECONDS = 5;

/** Limits the concurrent streams of each customer. */
export function createStreamCap() {
  const open = new Map<number, number>();

  return {
    /** @throws ProblemError `too-many-requests` */
    async during(userId: number, stream: () => Promise<void>): Promise<void> {
      const others = open.get(userId) ?? 0;
      if (others >= MAX_OPEN_STREAMS) {
        throw new ProblemError('too-many-requests', { retryAfterSeconds: RETRY_SECONDS });
      }
      open.set(userId, others + 1);
      try {
        await stream();
      } finally {
        const left = (open.get(userId) ?? 1) - 1;
        if (left > 0) open.set(userId, left);
        else open.delete(userId);
      }
    },
  };
}
