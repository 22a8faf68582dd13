import { z } from 'zod';
import { messages } from '../messages';
import { DEPARTMENTS, isEmail } from '../rules';
import { messageSchema } from './shared';

/** A required text with the specification's error message. */
function required(message: string, maxLength: number) {
  return z
    .string({ error: message })
    .max(maxLength)
    .transform((value) => value.trim())
    .refine((value) => value !== '', message);
}

/** The calls of the contact form and the newsletter (specification §7). */
export const enquirySchemas = {
  contact: {
    summary: 'Send a message to the academy',
    body: z.object({
      name: required(messages.contact.firstName, 120),
      surname: required(messages.contact.lastName, 120),
      email: required(messages.contact.email, 254).refine(isEmail, messages.contact.email),
      department: z.enum(DEPARTMENTS, { error: messages.contact.department }),
      message: required(messages.contact.message, 5000),
      /** Honeypot: a hidden field that only bots fill in. */
      website: z.string().max(500).optional(),
    }),
    response: messageSchema,
  },
  newsletter: {
    summary: 'Sign up for the newsletter; a mail asks for confirmation',
    body: z.object({
      EMAIL: z
        .string()
        .max(254)
        .transform((value) => value.trim())
        .refine(isEmail, messages.contact.email),
      /** Honeypot with the name that mailing-list providers use. */
      b_name: z.string().max(500).optional(),
    }),
    response: messageSchema,
  },
  confirmNewsletter: {
    summary: 'Confirm a newsletter sign-up with the token of its mail',
    body: z.object({ token: z.string().min(1).max(200) }),
    response: messageSchema,
  },
  unsubscribeNewsletter: {
    summary: 'End a newsletter subscription; also by one click in a mail program (RFC 8058)',
    query: z.object({ token: z.string().min(1).max(200) }),
    response: messageSchema,
  },
} as const;
