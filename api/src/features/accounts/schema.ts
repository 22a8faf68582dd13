import { messages, nameError, passwordError, usernameError, normalisePassword } from '@isa/api-contract/base';
import { z } from 'zod';
import { oneProof, reauthenticationFields } from './passkey-schema';
import {
  emailSchema,
  messageSchema,
  requestIdSchema,
  timestampSchema,
  tokenSchema,
  typedSchema,
} from '@isa/api-contract/fields';

const accountEmailSchema = emailSchema(messages.account.emailInvalid);
const newPasswordSchema = typedSchema(passwordError, normalisePassword);
const namesSchema = { username: typedSchema(usernameError), name: typedSchema(nameError) };

const accountSchema = z.object({
  username: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  createdAt: timestampSchema,
});
/** A customer's account as its owner sees it. */
export type Account = z.infer<typeof accountSchema>;

/** The calls of accounts: sign-up, login, passwords, addresses, sessions, export and deletion. */
export const accountSchemas = {
  signup: {
    summary: 'Create an account',
    body: z.object({
      ...namesSchema,
      email: accountEmailSchema,
      password: newPasswordSchema,
      requestId: requestIdSchema,
    }),
    response: messageSchema,
  },
  login: {
    summary: 'Log in; the response contains the token and sets it as a cookie',
    body: z.object({
      /** An invalid address is answered like an unknown one. */
      email: z.string().max(1000),
      password: z.string().max(1000),
      /** Whether the cookie lasts 0.1 day instead of the browser session. */
      remember: z.boolean().default(true),
    }),
    response: z.object({ token: z.string(), expiresAt: timestampSchema }),
  },
  sendLogInLink: {
    summary: 'Mail a link that logs in this browser; the response is always the same',
    body: z.object({ email: accountEmailSchema }),
    response: messageSchema,
  },
  linkLogIn: {
    summary:
      'Log in with the link of the email, in the browser that asked for it; the token is in the cookie only',
    body: z.object({
      link: tokenSchema,
      /** Whether the cookie lasts 0.1 day instead of the browser session. */
      remember: z.boolean().default(true),
    }),
    response: z.object({ expiresAt: timestampSchema }),
  },
  takeUser: {
    summary: 'Verify a token, from the body or else from the cookie',
    body: z.object({ token: tokenSchema.optional() }),
    response: z.object({
      message: z.string(),
      /** The account's name in this browser's storage, which is never given to another account. */
      account: z.string(),
      name: z.string(),
      expiresAt: timestampSchema,
    }),
  },
  logout: {
    summary: 'End the session and remove its cookies',
    body: z.object({ token: tokenSchema.optional() }),
    response: messageSchema,
  },
  forgotPassword: {
    summary: 'Request a reset link; the response is always the same',
    body: z.object({ email: accountEmailSchema }),
    response: messageSchema,
  },
  resetPassword: {
    summary: 'Set a new password with the token of a reset link',
    params: z.object({ token: tokenSchema }),
    body: z.object({ newPassword: newPasswordSchema }),
    response: messageSchema,
  },
  verifyEmail: {
    summary:
      'Confirm the email address of an account, or its new one, with the token of the email and the session or password',
    body: z.object({
      token: tokenSchema,
      /** The password, which is needed without a live session of the account. */
      password: z.string().max(1000).optional(),
    }),
    response: messageSchema,
  },
  rejectSignup: {
    summary: 'Delete an account with an unconfirmed address, with the token of its confirmation mail',
    body: z.object({ token: tokenSchema }),
    response: messageSchema,
  },

  readAccount: {
    summary: 'Read the account',
    response: z.object({ account: accountSchema }),
  },
  updateAccount: {
    summary: 'Change the names of the account',
    body: z.object(namesSchema),
    response: z.object({ account: accountSchema }),
  },
  sendVerification: {
    summary: 'Send the confirmation mail again',
    body: z.object({}),
    response: messageSchema,
  },
  changePassword: {
    summary: 'Set a new password; all other sessions end and an email informs the customer',
    body: z
      .object({
        currentPassword: reauthenticationFields.password,
        passkey: reauthenticationFields.passkey,
        newPassword: newPasswordSchema,
      })
      .refine(...oneProof('currentPassword')),
    response: messageSchema,
  },
  changeEmail: {
    summary:
      'Mail a link to a new address, which replaces the present one once it is confirmed; the response is always the same',
    body: z
      .object({ newEmail: accountEmailSchema, ...reauthenticationFields })
      .refine(...oneProof('password')),
    response: messageSchema,
  },
  listSessions: {
    summary: 'List the sessions of the account',
    response: z.object({
      sessions: z.array(
        z.object({
          id: z.number().int(),
          /** Where it is valid; `staff` is a staff view, which is no login. */
          audience: z.enum(['site', 'office', 'staff']),
          userAgent: z.string().nullable(),
          createdAt: timestampSchema,
          /** The last use, rounded to the minute. */
          lastUsedAt: timestampSchema,
          expiresAt: timestampSchema,
          /** Whether it is the session of this request. */
          current: z.boolean(),
        }),
      ),
    }),
  },
  endSession: {
    summary:
      'End one session of the account; ending the one of this request logs out. Another one needs a login within 15 minutes, or the password or a passkey',
    params: z.object({ sessionId: z.coerce.number<string | number>().int() }),
    body: z.object(reauthenticationFields),
    response: messageSchema,
  },
  endAllSessions: {
    summary:
      'End all sessions, including this one. It needs a login within 15 minutes, or the password or a passkey',
    body: z.object(reauthenticationFields),
    response: messageSchema,
  },
  exportAccount: {
    summary: 'Export everything that is stored about the account',
    response: z.object({
      exportedAt: timestampSchema,
      account: accountSchema,
      sessions: z.array(z.record(z.string(), z.unknown())),
      passkeys: z.array(z.record(z.string(), z.unknown())),
      knownDevices: z.array(z.record(z.string(), z.unknown())),
      orders: z.array(z.record(z.string(), z.unknown())),
      entitlements: z.array(z.record(z.string(), z.unknown())),
      progress: z.array(z.record(z.string(), z.unknown())),
      newsletter: z.array(z.record(z.string(), z.unknown())),
      contactMessages: z.array(z.record(z.string(), z.unknown())),
    }),
  },
  deleteAccount: {
    summary: 'Delete the account; its orders are retained without it for as long as tax law requires',
    body: z.object(reauthenticationFields).refine(...oneProof('password')),
    response: messageSchema,
  },

  beginStaffView: {
    summary: 'Show releases for staff in this browser; only a form of the office can send it',
    body: z.object({ ticket: tokenSchema }),
    response: messageSchema,
  },
  readStaffView: {
    summary: 'Read until when this browser shows releases for staff',
    response: z.object({ until: timestampSchema.nullable() }),
  },
  endStaffView: {
    summary: 'Stop showing releases for staff in this browser',
    body: z.object({}),
    response: messageSchema,
  },
} as const;
