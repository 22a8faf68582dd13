import { isDuplicate, isMissingReference } from '../../database/errors';
import { ProblemError } from '../../http/problem-error';

/** Repeats `work` when a concurrent request inserted its row. @throws ProblemError `not-signed-in` for deleted sessions */
export async function retryForSession<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isDuplicate(error)) return work();
    if (isMissingReference(error)) throw new ProblemError('not-signed-in', { cause: error });
    throw error;
  }
}
