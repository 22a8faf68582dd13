import { isDuplicate, isMissingReference } from '../../database/errors';
import { ProblemError } from '../../http/problem-error';

/**
 * Runs a transaction that inserts or updates a row of a session. It runs again when a concurrent request has just
 * inserted the row.
 * @throws ProblemError `not-signed-in` when the session or the account was deleted meanwhile.
 */
export async function retryForSession<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isDuplicate(error)) return work();
    if (isMissingReference(error)) throw new ProblemError('not-signed-in', { cause: error });
    throw error;
  }
}
