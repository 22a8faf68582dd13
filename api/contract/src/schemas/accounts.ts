import { z } from 'zod';
import { emailError, nameError, passwordError } from '../rules';
import { messageSchema, timestampSchema, tokenSchema } from './shared';

/** A string that one of the shared rules accepts; the rule's own message is the error. */
function ruled(rule: (value: string) => string | undefined, maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .superRefine((value, context) => {
      const message = rule(value);
      if (message) context.addIssue({ code: 'custom', message });
    });
}

export const emailSchema = ruled(emailError, 254).transform((value) => value.trim());
export const newPasswordSchema = ruled(passwordError, 1000);

function namedSchema(maxLength: number) {
  return ruled(nameError, maxLength).transform((value) => value.trim());
}

export const accountSchema = z.object({
  username: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  createdAt: timestampSchema,
});
export type Account = z.infer<typeof accountSchema>;

export const accountSchemas = {
  signup: {
    summary: 'Create an account',
    body: z.object({
      username: namedSchema(60),
      name: namedSchema(120),
      email: emailSchema,
      password: newPasswordSchema,
    }),
    response: messageSchema,
  },
  login: {
    summary: 'Log in; the answer carries the token and sets it as a cookie',
    body: z.object({
      email: z.string().max(254),
      password: z.string().max(1000),
      /** Ticked by default: the cookie lives 0.1 day instead of ending with the browser session. */
      remember: z.boolean().default(true),
    }),
    response: z.object({ token: z.string(), expiresAt: timestampSchema }),
  },
  takeUser: {
    summary: 'Verify a token, from the body or else from the cookie',
    body: z.object({ token: tokenSchema.optional() }),
    response: z.object({ message: z.string(), name: z.string(), expiresAt: timestampSchema }),
  },
  logout: {
    summary: 'End the session and remove its cookies',
    body: z.object({ token: tokenSchema.optional() }),
    response: messageSchema,
  },
  forgotPassword: {
    summary: 'Ask for a reset link; the answer is always the same',
    body: z.object({ email: emailSchema }),
    response: messageSchema,
  },
  resetPassword: {
    summary: 'Set a new password with the token of a reset link',
    params: z.object({ token: tokenSchema }),
    body: z.object({ newPassword: newPasswordSchema }),
    response: messageSchema,
  },
  verifyEmail: {
    summary: 'Confirm the e-mail address of an account with the token of its mail',
    body: z.object({ token: tokenSchema }),
    response: messageSchema,
  },

  readAccount: {
    summary: 'What the account page shows',
    response: z.object({ account: accountSchema }),
  },
  updateAccount: {
    summary: 'Change the names of the account',
    body: z.object({ username: namedSchema(60), name: namedSchema(120) }),
    response: z.object({ account: accountSchema }),
  },
  sendVerification: {
    summary: 'Send the mail that confirms the e-mail address once more',
    body: z.object({}),
    response: messageSchema,
  },
  changePassword: {
    summary: 'Set a new password; all other sessions end and a mail tells the owner',
    body: z.object({ currentPassword: z.string().max(1000), newPassword: newPasswordSchema }),
    response: messageSchema,
  },
  listSessions: {
    summary: 'Where the account is logged in',
    response: z.object({
      sessions: z.array(
        z.object({
          id: z.number().int(),
          /** What the device called itself. */
          userAgent: z.string().nullable(),
          createdAt: timestampSchema,
          expiresAt: timestampSchema,
          /** The session that asks. */
          current: z.boolean(),
        }),
      ),
    }),
  },
  endAllSessions: {
    summary: 'Sign out everywhere, here as well',
    body: z.object({}),
    response: messageSchema,
  },
  exportAccount: {
    summary: 'Everything that is stored about the account, for its owner',
    response: z.object({
      exportedAt: timestampSchema,
      account: accountSchema,
      sessions: z.array(z.record(z.string(), z.unknown())),
      orders: z.array(z.record(z.string(), z.unknown())),
      entitlements: z.array(z.record(z.string(), z.unknown())),
      progress: z.array(z.record(z.string(), z.unknown())),
      newsletter: z.array(z.record(z.string(), z.unknown())),
      contactMessages: z.array(z.record(z.string(), z.unknown())),
    }),
  },
  deleteAccount: {
    summary: 'Delete the account; orders stay, without it, as long as tax law asks',
    body: z.object({ password: z.string().max(1000) }),
    response: messageSchema,
  },
} as const;
