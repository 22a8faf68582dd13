import { type ApiClient, ApiError } from '@isa/contract';
import { addressOf, type AnyInput } from '../api/http-client';

/** Waits between attempts, in milliseconds. */
const PAUSES = [200, 1_000, 3_000];

export interface PatientApi {
  readonly api: ApiClient;
  /** Every address that has been asked, with the answer as JSON text: what the pages were made from. */
  readonly answers: ReadonlyMap<string, string>;
}

/** Asks once for what many pages need, and again when the API is away or busy. */
export function createPatientApi(api: ApiClient, pauses: readonly number[] = PAUSES): PatientApi {
  const asked = new Map<string, Promise<unknown>>();
  const answers = new Map<string, string>();

  return {
    answers,
    async api(call, input) {
      if (call.method !== 'GET') throw new Error(`${call.method} ${call.path} is no call for a public page.`);
      const address = addressOf(call.path, input as AnyInput);
      let answer = asked.get(address);
      if (!answer) {
        answer = withRetries(() => api(call, input), pauses);
        asked.set(address, answer);
      }
      const body = await answer;
      answers.set(address, JSON.stringify(body));
      return body as never;
    },
  };
}

async function withRetries<T>(attempt: () => Promise<T>, [pause, ...later]: readonly number[]): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (pause === undefined || !mayPass(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return withRetries(attempt, later);
  }
}

/** What is missing or wrong stays so; an API that is away or busy comes back. */
function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
