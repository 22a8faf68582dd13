import type { CallOutput } from '@isa/api-contract';
import { waitFor } from '@testing-library/react';

/** A question of the page for a passkey. */
interface Question {
  /** How the browser asks: `conditional` waits until the visitor chooses a suggestion. */
  readonly mediation: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** The visitor chooses a passkey, or creates one. */
  answer(): void;
  /**
   * The visitor cancels, or the browser refuses: `InvalidStateError` means that the device has a passkey of the
   * account.
   */
  refuse(name?: 'NotAllowedError' | 'InvalidStateError'): void;
}

const bytes = new ArrayBuffer(4);
const credential = {
  id: 'AAAAAA',
  rawId: bytes,
  type: 'public-key',
  response: {
    clientDataJSON: bytes,
    attestationObject: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes,
  },
  getClientExtensionResults: () => ({}),
};

export const requestOptions: CallOutput<'startPasskeyLogin'>['options'] = {
  challenge: 'AAAA',
  rpId: 'academy.test',
  timeout: 60_000,
  userVerification: 'required',
  allowCredentials: [],
};
export const creationOptions: CallOutput<'startPasskey'>['options'] = {
  challenge: 'AAAA',
  rp: { id: 'academy.test', name: 'Academy' },
  user: { id: 'AAAA', name: 'ada', displayName: 'Ada' },
  pubKeyCredParams: [],
  timeout: 60_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  extensions: { credProps: true },
};

/** What the page sends for the answer to any question. */
export const sentPasskey = expect.objectContaining({ id: 'AAAAAA', type: 'public-key' }) as unknown;

/**
 * Gives jsdom the passkeys of a browser until the end of the test file or `remove`.
 * @param suggests whether the browser can suggest passkeys at a field.
 */
export function fakeAuthenticator({ suggests = false } = {}) {
  const questions: Question[] = [];
  const ask = (options: CredentialRequestOptions & { readonly signal?: AbortSignal }) =>
    new Promise((resolve, reject) => {
      const fail = (name: string) => reject(new DOMException('', name));
      options.signal?.addEventListener('abort', () => fail('AbortError'));
      questions.push({
        mediation: options.mediation,
        signal: options.signal,
        answer: () => resolve(credential),
        refuse: (name = 'NotAllowedError') => fail(name),
      });
    });
  class PublicKeyCredential {
    static readonly isConditionalMediationAvailable = async () => suggests;
  }
  Object.assign(globalThis, { PublicKeyCredential });
  Object.assign(navigator, { credentials: { get: ask, create: ask } });
  return {
    questions,
    /** Waits until the page has asked this many questions. @returns the last of them. */
    async question(count = 1) {
      await waitFor(() => expect(questions).toHaveLength(count));
      return questions[count - 1];
    },
  };
}

/** Makes jsdom a browser without passkeys again. */
export function removeAuthenticator(): void {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  Reflect.deleteProperty(navigator, 'credentials');
}
