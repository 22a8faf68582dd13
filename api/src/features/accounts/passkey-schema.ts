import { passkeyNameError } from '@isa/api-contract/base';
import { z } from 'zod';
import { messageSchema, typedSchema, timestampSchema } from '@isa/api-contract/fields';

/** @param maxLength characters. Authenticators' values are far shorter. */
const base64url = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+$/, 'Must be base64url.');

/** At most 1023 bytes (Web Authentication §4). */
const credentialIdSchema = base64url(1364);
const credentialFields = {
  id: credentialIdSchema,
  rawId: credentialIdSchema,
  type: z.literal('public-key'),
};

/** `RegistrationResponseJSON` (Web Authentication §5.1), the fields that the API reads. */
export const newCredentialSchema = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(20)).max(10).exactOptional(),
  }),
});

/** `AuthenticationResponseJSON` (Web Authentication §5.1), the fields that the API reads. */
export const assertionSchema = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(8000),
    userHandle: base64url(100).exactOptional(),
  }),
});

const descriptorsSchema = z.array(
  z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) }),
);

/** `PublicKeyCredentialCreationOptionsJSON`, for `startRegistration` of @simplewebauthn/browser. */
export const creationOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: z.literal('public-key') })),
  /** The time limit in milliseconds. */
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: descriptorsSchema,
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  extensions: z.object({ credProps: z.boolean() }),
});

/** `PublicKeyCredentialRequestOptionsJSON`, for `startAuthentication` of @simplewebauthn/browser. */
export const requestOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** The time limit in milliseconds. */
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** Empty: the visitor chooses any passkey of this site. */
  allowCredentials: descriptorsSchema,
});

const passkeySchema = z.object({
  id: z.number().int(),
  name: z.string(),
  createdAt: timestampSchema,
  lastUsedAt: timestampSchema.nullable(),
  /** Whether the passkey's provider keeps copies, so that it survives the loss of a device. */
  backedUp: z.boolean(),
});
/** A passkey in its owner's list. */
export type Passkey = z.infer<typeof passkeySchema>;

/** A name that the owner gives to a passkey, without surrounding spaces. */
export const passkeyNameSchema = typedSchema(passkeyNameError);
const paramsSchema = z.object({ passkeyId: z.coerce.number<string | number>().int() });

/**
 * Proof that the account's owner sends the request, besides the session: the password, or an assertion of a passkey for
 * the options of `startReauthentication`.
 */
export const reauthenticationFields = {
  password: z.string().max(1000).optional(),
  passkey: assertionSchema.optional(),
};

type ReauthenticationCheck<Field extends string> = [
  check: (body: { readonly [Name in Field | 'passkey']?: unknown }) => boolean,
  issue: { path: string[]; message: string },
];

/** Checks bodies with proof: `.refine(...oneProof('password'))`. @param field the field of the password. */
export function oneProof<Field extends string>(field: Field): ReauthenticationCheck<Field> {
  return [
    (body) => (body[field] === undefined) !== (body.passkey === undefined),
    { path: [field], message: 'Either the password or a passkey is needed.' },
  ];
}

/** The calls of passkeys: login, registration, renaming and removal (Web Authentication). */
export const passkeySchemas = {
  startPasskeyLogin: {
    summary: 'Get the options for logging in with a passkey',
    body: z.object({}),
    response: z.object({ options: requestOptionsSchema }),
  },
  passkeyLogin: {
    summary: 'Log in with a passkey; the response contains the token and sets it as a cookie',
    body: z.object({
      passkey: assertionSchema,
      /** The cookie lasts 0.1 day instead of the browser session. */
      remember: z.boolean().default(true),
    }),
    response: z.object({ token: z.string(), expiresAt: timestampSchema }),
  },
  startReauthentication: {
    summary:
      'Get the options for proving with a passkey of the account that its owner sends the next request',
    body: z.object({}),
    response: z.object({ options: requestOptionsSchema }),
  },
  listPasskeys: {
    summary: 'List the passkeys of the account',
    response: z.object({ passkeys: z.array(passkeySchema) }),
  },
  startPasskey: {
    summary: 'Prove the ownership of the account and get the options for a new passkey',
    body: z.object(reauthenticationFields).refine(...oneProof('password')),
    response: z.object({ options: creationOptionsSchema }),
  },
  addPasskey: {
    summary: 'Add the passkey that was created with the options of startPasskey',
    body: z.object({ name: passkeyNameSchema, passkey: newCredentialSchema }),
    response: z.object({ passkey: passkeySchema }),
  },
  renamePasskey: {
    summary: 'Rename a passkey',
    params: paramsSchema,
    body: z.object({ name: passkeyNameSchema }),
    response: z.object({ passkey: passkeySchema }),
  },
  removePasskey: {
    summary: 'Remove a passkey',
    params: paramsSchema,
    body: z.object(reauthenticationFields).refine(...oneProof('password')),
    response: messageSchema,
  },
} as const;
