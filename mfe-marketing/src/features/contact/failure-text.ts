import { academy, messages } from '@isa/api-contract';
import { ApiError } from '@isa/contract';

/** Why a message could not be sent, and what to do. */
export function failureText(error: unknown): string {
  const instead = `Or write to ${academy.email}.`;
  const failed = `${messages.somethingWrong} Your message was not sent. Please try again. ${instead}`;
  if (!(error instanceof ApiError)) return failed;
  if (error.id === 'invalid-request') return 'Please check the marked fields.';
  if (error.id === 'too-many-requests') {
    const wait = error.retryAfterSeconds === undefined ? 'a moment' : formatWait(error.retryAfterSeconds);
    return `Several messages have just been sent from here. Please try again in ${wait}.`;
  }
  if (error.id === 'network' || error.id === 'timeout') {
    return `Your message could not be sent. Please check your connection and try again. ${instead}`;
  }
  return failed;
}

/** In seconds below 90 seconds, else in whole minutes. */
function formatWait(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.ceil(seconds))} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
