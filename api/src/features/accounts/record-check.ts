import { ProblemError } from '../../http/problem-error';

/** `delayed` means that nothing was compared: the source has to wait, or the server is busy. */
export type CredentialResult = 'success' | 'failure' | 'delayed';

/** Runs the check of a password or passkey and records its result for the security log. @throws what `check` throws */
export async function recordCheck<Value>(
  record: (result: CredentialResult) => void,
  check: () => Promise<Value>,
): Promise<Value> {
  try {
    const value = await check();
    record('success');
    return value;
  } catch (error) {
    const delayed =
      error instanceof ProblemError && (error.id === 'too-many-requests' || error.id === 'busy');
    record(delayed ? 'delayed' : 'failure');
    throw error;
  }
}
