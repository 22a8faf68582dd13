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

export const accountSchemas = {
  signup: {
    summary: 'Create an account',
    body: z.object({
      username: ruled(nameError, 60).transform((value) => value.trim()),
      name: ruled(nameError, 120).transform((value) => value.trim()),
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
  logout: { summary: 'End the session and remove its cookies', body: z.object({}), response: messageSchema },
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
} as const;
