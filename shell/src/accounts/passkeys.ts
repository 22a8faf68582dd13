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
export type Assertion = CallInput<'passkeyLogin'>['body']['passkey'];
type NewCredential = CallInput<'addPasskey'>['body']['passkey'];

export const supportsPasskeys = browserSupportsWebAuthn;
/** Whether this browser can suggest passkeys at a field with `autocomplete="username webauthn"`. */
export const suggestsPasskeys = browserSupportsWebAuthnAutofill;

/**
 * Asks for one of the visitor's passkeys; cancels an open question.
 * @param suggest waits for a passkey that the browser suggests at the field for the email.
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
 * Creates a passkey.
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

export function cancelQuestion(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** Omits the transports, which are hints that the API sends as plain strings. */
function withoutTransports({ id, type }: RequestOptions['allowCredentials'][number]) {
  return { id, type };
}

/** A cancelled question and one without an answer reject with the same error (Web Authentication §14.5.1). */
async function unlessCancelled<Response>(question: Promise<Response>): Promise<Response | undefined> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return undefined;
    throw error;
  }
}
