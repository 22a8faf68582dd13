import {
  messages,
  DEPARTMENTS,
  messageError,
  SENDER_NAME_MAX_LENGTH,
  isBlank,
  lineError,
  normaliseText,
  quoteOf,
  QUOTE_FIELDS,
  type QuoteField,
  quoteError,
} from '@isa/api-contract/base';
import { z } from 'zod';
import { emailSchema, messageSchema, requestIdSchema, typedSchema } from '@isa/api-contract/fields';

/** A required name with the specification's error message. */
function senderNameSchema(message: string) {
  return z
    .string({ error: message })
    .pipe(typedSchema((typed) => (isBlank(typed) ? message : lineError(typed, SENDER_NAME_MAX_LENGTH))));
}

/**
 * A hidden field that only bots fill in. What comes with it is kept for staff to look at, because some browser or
 * extension fills in every field.
 */
const trapSchema = z.string().max(500).optional();

/** A field of a request for a quote. An empty one is like an absent one. */
const quoteField = (field: QuoteField) =>
  typedSchema((typed) => lineError(typed, QUOTE_FIELDS[field]))
    .transform((text) => (text === '' ? undefined : text))
    .optional();

const quoteSchema = z.object({
  course: quoteField('course'),
  organisation: quoteField('organisation'),
  role: quoteField('role'),
  people: quoteField('people'),
  place: quoteField('place'),
  months: quoteField('months'),
  purchaseOrder: quoteField('purchaseOrder'),
  telephone: quoteField('telephone'),
});

/** The calls of the contact form and the newsletter (specification §7). */
export const enquirySchemas = {
  contact: {
    summary: 'Send a message to the academy',
    body: z
      .object({
        name: senderNameSchema(messages.contact.firstName),
        surname: senderNameSchema(messages.contact.lastName),
        email: z.string({ error: messages.contact.email }).pipe(emailSchema(messages.contact.email)),
        department: z.enum(DEPARTMENTS, { error: messages.contact.department }),
        message: z.string({ error: messages.contact.message }).pipe(typedSchema(messageError, normaliseText)),
        reference: trapSchema,
        requestId: requestIdSchema,
        ...quoteSchema.shape,
      })
      .superRefine((body, context) => {
        const message = quoteOf(body) && quoteError('organisation', body.organisation ?? '');
        if (message) context.addIssue({ code: 'custom', path: ['organisation'], message });
      }),
    response: messageSchema,
  },
  newsletter: {
    summary: 'Sign up for the newsletter; an email asks for confirmation',
    body: z.object({
      EMAIL: emailSchema(messages.contact.email),
      b_reference: trapSchema,
    }),
    response: messageSchema,
  },
  confirmNewsletter: {
    summary: 'Confirm a newsletter sign-up with the token of its mail',
    body: z.object({ token: z.string().min(1).max(200) }),
    response: messageSchema,
  },
  unsubscribeNewsletter: {
    summary: 'End a newsletter subscription; also by one click in an email program (RFC 8058)',
    query: z.object({ token: z.string().min(1).max(200) }),
    response: messageSchema,
  },
} as const;
