import type { CallInput, CallOutput } from '@isa/api-contract';
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';

type RequestOptions = CallOutput<'startReauthentication'>['options'];
type CreationOptions = CallOutput<'startPasskey'>['options'];
/** A passkey's signature of the API's challenge. */
export type Assertion = CallInput<'passkeyLogin'>['body']['passkey'];
type NewCredential = CallInput<'addPasskey'>['body']['passkey'];

/** Whether this browser can use passkeys. */
export const supportsPasskeys = browserSupportsWebAuthn;
/** Whether this browser can suggest passkeys at a field with `autocomplete="username webauthn"`. */
export const suggestsPasskeys = browserSupportsWebAuthnAutofill;

/**
 * Asks for one of the visitor's passkeys. Cancels an earlier question that is still open.
 * @param suggest waits until the visitor chooses a passkey that the browser suggests at the field for the e-mail.
 * @returns `undefined` when it was cancelled.
 */
export function askForPasskey(
  { allowCredentials, ...options }: RequestOptions,
  { suggest = false } = {},
): Promise<Assertion | undefined> {
  const optionsJSON = { ...options, allowCredentials: allowCredentials.map(withoutTransports) };
  return unlessCancelled(startAuthentication({ optionsJSON, useBrowserAutofill: suggest }));
}

/**
 * Creates a passkey on a device that the customer chooses.
 * @returns `undefined` when it was cancelled.
 * @throws InvalidStateError when the device has a passkey of this account already.
 */
export function createPasskey({
  excludeCredentials,
  ...options
}: CreationOptions): Promise<NewCredential | undefined> {
  const optionsJSON = { ...options, excludeCredentials: excludeCredentials.map(withoutTransports) };
  return unlessCancelled(startRegistration({ optionsJSON }));
}

/** Closes the browser's question for a passkey. */
export function cancelQuestion(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** Omits the transports, which are hints that the API sends as plain strings. */
function withoutTransports({ id, type }: RequestOptions['allowCredentials'][number]) {
  return { id, type };
}

/**
 * A cancelled question, and one without an answer in time, reject with the same error (Web Authentication
 * §14.5.1); this returns `undefined` for both.
 */
async function unlessCancelled<Response>(question: Promise<Response>): Promise<Response | undefined> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return undefined;
    throw error;
  }
}
