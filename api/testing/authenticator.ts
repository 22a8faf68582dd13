import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { type CallInput, type CallOutput, calls, type Passkey } from '@isa/api-contract';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { TestApi } from './api';
import type { SignedIn } from './factories';

type Creation = CallInput<'addPasskey'>['body']['passkey'];
type Assertion = CallInput<'passkeyLogin'>['body']['passkey'];
type CreationOptions = CallOutput<'startPasskey'>['options'];
type RequestOptions = CallOutput<'startPasskeyLogin'>['options'];

/** What an attacker, or another authenticator, does differently. */
export interface Deviation {
  readonly challenge?: string;
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  /** Whether the authenticator has asked for a PIN, finger or face. */
  readonly userVerified?: boolean;
  readonly backedUp?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly id?: string;
  /** The format of an attestation statement that nobody asked for. */
  readonly attestation?: string;
}

/** A passkey in a software authenticator: ES256, attestation `none` (Web Authentication §6). */
export interface SoftwarePasskey {
  readonly creation: Creation;
  /** Signs a challenge. */
  sign(options: RequestOptions, deviation?: Deviation): Assertion;
}

const FLAGS = { userPresent: 1, userVerified: 4, backupEligible: 8, backedUp: 16, attested: 64 } as const;
const COSE = { kty: 1, alg: 3, crv: -1, x: -2, y: -3 } as const;
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** Creates a passkey as a browser on a page of `origin` does. */
export function createPasskey(
  options: CreationOptions,
  origin: string,
  deviation: Deviation = {},
): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = Buffer.from(deviation.id ?? randomBytes(16).toString('base64url'), 'base64url');
  const credentialId = id.toString('base64url');
  const publicKeyMap = new Map<number, number | Buffer>([
    [COSE.kty, 2],
    [COSE.alg, -7],
    [COSE.crv, 1],
    [COSE.x, Buffer.from(x, 'base64url')],
    [COSE.y, Buffer.from(y, 'base64url')],
  ]);
  const attested = Buffer.concat([
    Buffer.alloc(16),
    uint16(id.length),
    id,
    Buffer.from(isoCBOR.encode(publicKeyMap)),
  ]);
  const attestationObject = isoCBOR.encode(
    new Map<string, string | Buffer | Map<string, string>>([
      ['fmt', deviation.attestation ?? 'none'],
      ['attStmt', new Map(deviation.attestation === undefined ? [] : [['sig', 'rubbish']])],
      ['authData', authenticatorData(options.rp.id, deviation, attested)],
    ]),
  );
  const credential = { id: credentialId, rawId: credentialId, type: 'public-key' } as const;
  return {
    creation: {
      ...credential,
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, origin, deviation).toString(
          'base64url',
        ),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['internal'],
      },
    },
    sign(request, changes = {}) {
      const data = authenticatorData(request.rpId, { ...deviation, ...changes });
      const client = clientData('webauthn.get', request.challenge, origin, changes);
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          userHandle: changes.userHandle ?? options.user.id,
        },
      };
    },
  };
}

function clientData(type: string, challenge: string, origin: string, deviation: Deviation): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...pick(deviation) }));
}

function pick({ challenge, origin, type }: Deviation) {
  return Object.fromEntries(
    Object.entries({ challenge, origin, type }).filter(([, value]) => value !== undefined),
  );
}

function authenticatorData(
  rpId: string,
  { rpId: otherRpId, userVerified = true, backedUp = false, counter = 0 }: Deviation,
  attested?: Buffer,
): Buffer {
  const flags =
    FLAGS.userPresent |
    (userVerified ? FLAGS.userVerified : 0) |
    (backedUp ? FLAGS.backupEligible | FLAGS.backedUp : 0) |
    (attested ? FLAGS.attested : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(otherRpId ?? rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

/** A customer's new passkey, added with their password. */
export async function addPasskey(
  api: TestApi,
  customer: SignedIn,
  {
    password = 'correct horse',
    name = 'Laptop',
    ...deviation
  }: Deviation & { password?: string; name?: string } = {},
): Promise<SoftwarePasskey & { readonly row: Passkey }> {
  const { body } = await api.call(calls.startPasskey, { body: { password } }, customer);
  const passkey = createPasskey(body.options, api.deps.env.siteOrigin, deviation);
  const added = await api.call(calls.addPasskey, { body: { name, passkey: passkey.creation } }, customer);
  return { ...passkey, row: added.body.passkey };
}

/** A fresh assertion for re-authentication. */
export async function proveWith(
  api: TestApi,
  customer: SignedIn,
  passkey: SoftwarePasskey,
  deviation?: Deviation,
): Promise<Assertion> {
  const { body } = await api.call(calls.startReauthentication, { body: {} }, customer);
  return passkey.sign(body.options, deviation);
}

/** A fresh assertion for a login. */
export async function logInWith(
  api: TestApi,
  passkey: SoftwarePasskey,
  deviation?: Deviation,
): Promise<Assertion> {
  const { body } = await api.call(calls.startPasskeyLogin, { body: {} });
  return passkey.sign(body.options, deviation);
}
