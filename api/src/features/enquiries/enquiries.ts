import { createHash } from 'node:crypto';
import {
  type CallInput,
  calls,
  emailKey,
  longDate,
  paragraphsOf,
  type Quote,
  type QuoteField,
  quoteOf,
  urlOf,
} from '@isa/api-contract';
import { type EntityManager, IsNull } from 'typeorm';
import * as paths from '@isa/api-contract/paths';
import { lockRow, writeRow } from '../../database/change-row';
import {
  type ContactMessage,
  ContactMessages,
  ContactReplies,
  type EnquiryState,
  type NewsletterSignup,
  NewsletterSignups,
} from '../../database/entities';
import { isDuplicate } from '../../database/errors';
import { searchTexts } from '../../database/search-texts';
import { transaction } from '../../database/transaction';
import type { CoreDeps } from '../../http/deps';
import { type Mail, writeMail } from '../../emails/outbox';
import { ProblemError, required } from '../../http/problem-error';
import { createSignedLink, idInLink, isSignedLink } from '../../platform/secret-token';
import type { Env } from '../../platform/env';

export function createEnquiries({ db, env, now }: CoreDeps) {
  /** Mails a message to the support address and acknowledges it. */
  async function mailEnquiry(manager: EntityManager, enquiry: StoredEnquiry): Promise<void> {
    await writeMail(manager, enquiryMail(enquiry, env.contact.email), { env, now });
    await writeMail(manager, receivedMail(enquiry), { env, now });
  }

  async function mailSignup(manager: EntityManager, signup: NewsletterSignup): Promise<void> {
    const mail = signup.confirmedAt === null ? newsletterMail(signup, env) : subscribedMail(signup, env);
    await writeMail(manager, { ...mail, listUnsubscribe: unsubscribeUrl(signup, env) }, { env, now });
  }

  return {
    /**
     * Stores the message, and mails it in the same transaction unless it is set aside. The same request changes nothing
     * when it is sent again.
     * @param isSuspicious whether the hidden field was filled in
     * @param isForm whether a browser sent it without scripts, and so without an id
     */
    async receive(enquiry: Enquiry, isSuspicious: boolean, isForm: boolean): Promise<void> {
      const { name, surname, email, department, message } = enquiry;
      const quote = quoteOf(enquiry);
      const [requestId = null, earlierId] = isForm ? formIds(enquiry, now()) : [enquiry.requestId];
      await transaction(db, async (manager) => {
        if (earlierId !== undefined && (await manager.existsBy(ContactMessages, { requestId: earlierId })))
          return;
        const row = {
          ...{ name, surname, email, department, message, quote, requestId },
          state: 'new',
          emailKey: emailKey(email),
          createdAt: now(),
          answeredAt: null,
          heldAt: isSuspicious ? now() : null,
          searchText: searchTexts.contactMessages.of({ ...enquiry, quote }),
        } as const;
        // Otherwise TypeORM reads the row again on SQLite, because its state has a default.
        await manager
          .createQueryBuilder()
          .insert()
          .into(ContactMessages)
          .values(row)
          .updateEntity(false)
          .execute();
        if (!isSuspicious) await mailEnquiry(manager, { ...enquiry, quote });
      }).catch(async (error: unknown) => {
        const isRepeated =
          requestId !== null &&
          isDuplicate(error) &&
          (await db.getRepository(ContactMessages).existsBy({ requestId }));
        if (!isRepeated) throw error;
      });
    },

    /** Mails a message that was set aside, once. */
    async release(messageId: number): Promise<void> {
      await transaction(db, async (manager) => {
        const message = await lockRow(manager, ContactMessages, messageId);
        if (message.heldAt === null) return;
        await writeRow(manager, ContactMessages, message, { heldAt: null });
        await mailEnquiry(manager, message);
      });
    },

    /** Mails an answer once for each key. @throws ProblemError `not-found`, `changed-meanwhile` */
    async answer(messageId: number, { key, body, by, seen }: Answer): Promise<void> {
      const at = now();
      required(await db.getRepository(ContactMessages).findOneBy({ id: messageId }));
      await transaction(db, async (manager) => {
        const message = await lockRow(manager, ContactMessages, messageId);
        if (await manager.existsBy(ContactReplies, { key })) return;
        if (seen !== undefined && (await manager.countBy(ContactReplies, { messageId })) !== seen) {
          throw new ProblemError('changed-meanwhile', {
            message:
              'A colleague has answered this message since you opened this page. Your answer was not sent: read theirs first, and send yours if it is still needed.',
          });
        }
        const state = message.quote === null ? 'closed' : 'quoted';
        await writeRow(manager, ContactMessages, message, {
          ...(message.state === 'new' && { state }),
          answeredAt: at,
          heldAt: null,
        });
        await manager.insert(ContactReplies, { messageId, key, accountId: by, body, createdAt: at });
        await writeMail(manager, answerMail(message, body), { env, now });
      });
    },

    /** Notes how far an enquiry is. @throws ProblemError `not-found` */
    async setState(messageId: number, state: EnquiryState): Promise<void> {
      const { affected } = await db.getRepository(ContactMessages).update({ id: messageId }, { state });
      required(affected === 0 ? null : messageId);
    },

    /**
     * Asks for the confirmation of a subscription, or says that there is one.
     * @param isSuspicious whether the hidden field was filled in; such a request is set aside
     */
    async subscribe(email: string, isSuspicious: boolean): Promise<void> {
      const key = emailKey(email);
      await transaction(db, async (manager) => {
        const known = await manager.findOneBy(NewsletterSignups, { emailKey: key });
        if (isSuspicious && known) return;
        const request = { requestedAt: now(), heldAt: isSuspicious ? now() : null };
        const row = { email, emailKey: key, confirmedAt: null };
        if (known && known.confirmedAt === null)
          await manager.update(NewsletterSignups, { id: known.id }, request);
        const signup =
          known ??
          (await manager.save(NewsletterSignups, {
            ...row,
            ...request,
            searchText: searchTexts.newsletterSignups.of(row),
          }));
        if (!isSuspicious) await mailSignup(manager, signup);
      }).catch((error: unknown) => {
        // A concurrent request has written the mail.
        if (!isDuplicate(error)) throw error;
      });
    },

    /** Sends the mail of a sign-up that was set aside, once. */
    async releaseSignup(id: number): Promise<void> {
      await transaction(db, async (manager) => {
        const signup = await lockRow(manager, NewsletterSignups, id);
        if (signup.heldAt === null) return;
        await mailSignup(manager, await writeRow(manager, NewsletterSignups, signup, { heldAt: null }));
      });
    },

    /**
     * Confirms a subscription by the link of any of its mails. One that is used again changes nothing.
     * @throws ProblemError `link-expired`
     */
    async confirm(token: string): Promise<void> {
      const signups = db.getRepository(NewsletterSignups);
      const id = required(idInLink(token), 'link-expired');
      const signup = required(await signups.findOneBy({ id }), 'link-expired');
      if (!isSignedLink(token, confirmationOf(signup), env.secrets)) throw new ProblemError('link-expired');
      const { emailKey: key } = signup;
      const open = { id, emailKey: key, confirmedAt: IsNull() };
      const { affected } = await signups.update(open, { confirmedAt: now(), heldAt: null });
      if (affected !== 1 && !(await signups.existsBy({ id, emailKey: key })))
        throw new ProblemError('link-expired');
    },

    /** Ends the subscription of a link; one that has ended stays so. @throws ProblemError `link-expired` */
    async unsubscribe(token: string): Promise<void> {
      const id = required(idInLink(token), 'link-expired');
      const signup = await db.getRepository(NewsletterSignups).findOneBy({ id });
      if (!signup) return;
      if (!isSignedLink(token, unsubscribing(signup), env.secrets)) throw new ProblemError('link-expired');
      await db.getRepository(NewsletterSignups).delete({ id, emailKey: signup.emailKey });
    },
  };
}

interface Answer {
  readonly key: string;
  readonly body: string;
  /** The member of staff. */
  readonly by: number;
  /** How many answers the page has shown, so that two members of staff do not answer the same message. */
  readonly seen: number | undefined;
}

type LinkedSignup = Pick<NewsletterSignup, 'id' | 'emailKey'>;

const unsubscribing = ({ id, emailKey: key }: LinkedSignup) => ({ id, subject: `newsletter:${id}:${key}` });
const confirmationOf = ({ id, emailKey: key }: LinkedSignup) => ({
  id,
  subject: `newsletter-confirmation:${id}:${key}`,
});

export function unsubscribeUrl(signup: LinkedSignup, { siteOrigin, secret }: Env) {
  const token = createSignedLink(unsubscribing(signup), secret);
  return siteOrigin + urlOf(calls.unsubscribeNewsletter.path, { query: { token } });
}

export type Enquiry = Omit<CallInput<'contact'>['body'], 'reference' | 'department'> & {
  readonly department: string;
};

/** How long, at least, the same form counts as sent twice by accident, such as by a second click; in milliseconds. */
const REPEATED_MS = 10 * 60_000;

/** Ids for a form, of the current period and of the one before. No client can send them. */
function formIds(enquiry: Enquiry, at: Date): readonly [string, string] {
  const period = Math.floor(at.getTime() / REPEATED_MS);
  const idIn = (number: number) =>
    `form:${createHash('sha256')
      .update(JSON.stringify([number, enquiry]))
      .digest('base64url')}`;
  return [idIn(period), idIn(period - 1)];
}

type StoredEnquiry = Pick<ContactMessage, 'name' | 'surname' | 'email' | 'department' | 'message' | 'quote'>;

/** What the fields of a request for a quote are called at the office and in mails, in their order. */
export const QUOTE_LABELS = [
  ['course', 'Course'],
  ['organisation', 'Organisation'],
  ['role', 'Role'],
  ['people', 'People'],
  ['place', 'Place'],
  ['months', 'Months'],
  ['purchaseOrder', 'Purchase order'],
  ['telephone', 'Telephone'],
] as const satisfies readonly (readonly [QuoteField, string])[];

/** The filled fields of a request for a quote, with their labels. */
export function quoteLines(quote: Quote | null): readonly (readonly [label: string, value: string])[] {
  return QUOTE_LABELS.flatMap(([name, label]) => {
    const value = quote?.[name];
    return value === undefined ? [] : [[label, value] as const];
  });
}

/** A visitor's message, for the support address. */
function enquiryMail(
  { name, surname, email, department, message, quote }: StoredEnquiry,
  recipient: string,
): Mail {
  return {
    kind: 'contact',
    recipient,
    replyTo: email,
    subject: quote
      ? `${department}: a quote for ${quote.organisation ?? name}`
      : `${department}: a message from the contact page`,
    greeting: `${name} ${surname} (${email}) wrote to ${department}:`,
    paragraphs: paragraphsOf(message),
    figures: quoteLines(quote).map(([label, amount]) => ({ label, amount })),
  };
}

/** Tells the sender that the message has arrived, without its text: the address may belong to another person. */
function receivedMail({ email, quote }: StoredEnquiry): Mail {
  return {
    kind: 'contact-received',
    recipient: email,
    subject: 'We have received your message',
    paragraphs: [
      'Thank you for your message to the International Surveillance Academy. We will reply within two working days.',
      ...(quote
        ? [
            'You will receive a written quote with dates and a price. Nothing is booked until you accept it in writing.',
          ]
        : []),
    ],
    afterwards: [
      'If you did not write to us, someone else entered your address. You can ignore this message.',
    ],
  };
}

function answerMail({ name, email, message, createdAt }: ContactMessage, answer: string) {
  return {
    kind: 'contact-answer',
    recipient: email,
    subject: 'Your message to the International Surveillance Academy',
    greeting: `Hello ${name},`,
    paragraphs: paragraphsOf(answer),
    afterwards: [`On ${longDate(createdAt)} you wrote:`, ...paragraphsOf(message)],
  };
}

/** Asks for confirmation: only this link subscribes (double opt-in). All mails of a sign-up have the same link. */
function newsletterMail(signup: NewsletterSignup, { siteOrigin, secret }: Env): Mail {
  const token = createSignedLink(confirmationOf(signup), secret);
  return {
    kind: 'newsletter',
    recipient: signup.email,
    subject: 'Please confirm your newsletter subscription',
    paragraphs: ['Please confirm that you would like to receive our newsletter at this address.'],
    action: { label: 'Yes, subscribe me', url: siteOrigin + paths.confirmNewsletter(token) },
    afterwards: ['If you did not ask for it, ignore this message and you will not hear from us again.'],
  };
}

/** Answers a reader who subscribes again, whom the page told to look for a mail. */
function subscribedMail(signup: NewsletterSignup, env: Env): Mail {
  return {
    kind: 'newsletter',
    recipient: signup.email,
    subject: 'You are already subscribed to our newsletter',
    paragraphs: [
      'You asked for our newsletter, and this address is already subscribed. There is nothing left to do.',
    ],
    link: { label: 'Unsubscribe', url: unsubscribeUrl(signup, env) },
    afterwards: ['If this was not you, you can ignore this message.'],
  };
}
