import { type CallInput, calls, emailKey, longDate, urlOf } from '@isa/api-contract';
import { IsNull } from 'typeorm';
import * as paths from '@isa/api-contract/paths';
import { lockRow, writeRow } from '../../database/change-row';
import {
  type ContactMessage,
  ContactMessages,
  ContactReplies,
  type NewsletterSignup,
  NewsletterSignups,
} from '../../database/entities';
import { isDuplicate } from '../../database/errors';
import { transaction } from '../../database/transaction';
import type { CoreDeps } from '../../http/deps';
import { type Mail, writeMail } from '../../emails/outbox';
import { ProblemError, required } from '../../http/problem-error';
import { createSignedLink, idInLink, isSignedLink, newToken, tokenHash } from '../../platform/secret-token';
import type { Env } from '../../platform/env';

export function createEnquiries({ db, env, now }: CoreDeps) {
  return {
    /** Stores the message, mails it to the support address and acknowledges it in one transaction. */
    async receive({ name, surname, email, department, message }: Enquiry): Promise<void> {
      const enquiry = { name, surname, email, department, message };
      await transaction(db, async (manager) => {
        await manager.insert(ContactMessages, {
          ...enquiry,
          emailKey: emailKey(email),
          createdAt: now(),
          answeredAt: null,
        });
        await writeMail(manager, enquiryMail(enquiry, env.supportEmail), now());
        await writeMail(manager, receivedMail(email, env.supportEmail), now());
      });
    },

    /** Mails an answer once for each key. @param by the member of staff. @throws ProblemError `not-found` */
    async answer(
      messageId: number,
      { key, body, by }: { readonly key: string; readonly body: string; readonly by: number },
    ): Promise<void> {
      const at = now();
      required(await db.getRepository(ContactMessages).findOneBy({ id: messageId }));
      await transaction(db, async (manager) => {
        const message = await lockRow(manager, ContactMessages, messageId);
        if (await manager.existsBy(ContactReplies, { key })) return;
        await writeRow(manager, ContactMessages, message, { answeredAt: at });
        await manager.insert(ContactReplies, { messageId, key, accountId: by, body, createdAt: at });
        await writeMail(manager, answerMail(message, body, env.supportEmail), at);
      });
    },

    /** Asks for the confirmation of a subscription. */
    async subscribe(email: string): Promise<void> {
      const key = emailKey(email);
      const token = newToken();
      const request = { tokenHash: tokenHash(token), requestedAt: now() };
      await transaction(db, async (manager) => {
        const signup = await manager.findOneBy(NewsletterSignups, { emailKey: key });
        if (signup?.confirmedAt) return;
        if (signup) await manager.update(NewsletterSignups, { id: signup.id }, request);
        const row = { email, emailKey: key, ...request, confirmedAt: null };
        const { id } = signup ?? (await manager.save(NewsletterSignups, row));
        const listUnsubscribe = unsubscribeUrl({ id, emailKey: key }, env);
        await writeMail(manager, { ...newsletterMail(email, env.siteOrigin, token), listUnsubscribe }, now());
      }).catch((error: unknown) => {
        // A concurrent request has written the mail.
        if (!isDuplicate(error)) throw error;
      });
    },

    /** @throws ProblemError `link-expired` */
    async confirm(token: string): Promise<void> {
      const { affected } = await db
        .getRepository(NewsletterSignups)
        .update(
          { tokenHash: tokenHash(token), confirmedAt: IsNull() },
          { confirmedAt: now(), tokenHash: null },
        );
      if (affected !== 1) throw new ProblemError('link-expired');
    },

    /** Ends the subscription of a link; one that has ended stays so. @throws ProblemError `link-expired` */
    async unsubscribe(token: string): Promise<void> {
      const id = required(idInLink(token), 'link-expired');
      const signup = await db.getRepository(NewsletterSignups).findOneBy({ id });
      if (!signup) return;
      if (!isSignedLink(token, rowOf(signup), env.secrets)) throw new ProblemError('link-expired');
      await db.getRepository(NewsletterSignups).delete({ id, emailKey: signup.emailKey });
    },
  };
}

type LinkedSignup = Pick<NewsletterSignup, 'id' | 'emailKey'>;

const rowOf = ({ id, emailKey }: LinkedSignup) => ({ id, subject: `newsletter:${id}:${emailKey}` });

export function unsubscribeUrl(signup: LinkedSignup, { siteOrigin, secret }: Env) {
  const token = createSignedLink(rowOf(signup), secret);
  return siteOrigin + urlOf(calls.unsubscribeNewsletter.path, { query: { token } });
}

export type Enquiry = Omit<CallInput<'contact'>['body'], 'website'>;

/** A visitor's message, for the support address. */
function enquiryMail({ name, surname, email, department, message }: Enquiry, recipient: string): Mail {
  return {
    kind: 'contact',
    recipient,
    replyTo: email,
    subject: `${department}: a message from the contact page`,
    greeting: `${name} ${surname} (${email}) wrote to ${department}:`,
    paragraphs: message.split(/\n{2,}/),
  };
}

/** Tells the sender that the message has arrived, without its text: the address may be somebody else's. */
function receivedMail(recipient: string, supportEmail: string): Mail {
  return {
    kind: 'contact-received',
    recipient,
    replyTo: supportEmail,
    subject: 'Your message has arrived',
    paragraphs: [
      'Your message to the International Surveillance Academy has arrived. We answer within two working days.',
    ],
    afterwards: ['If you did not write to us, somebody has entered your address: then ignore this mail.'],
  };
}

function answerMail({ name, email, message, createdAt }: ContactMessage, answer: string, replyTo: string) {
  return {
    kind: 'contact-answer',
    recipient: email,
    replyTo,
    subject: 'Your message to the International Surveillance Academy',
    greeting: `Hello ${name},`,
    paragraphs: answer.split(/\n{2,}/),
    afterwards: [`On ${longDate(createdAt)} you wrote:`, ...message.split(/\n{2,}/)],
  };
}

/** Asks for confirmation: only this link subscribes (double opt-in). */
function newsletterMail(email: string, siteOrigin: string, token: string): Mail {
  return {
    kind: 'newsletter',
    recipient: email,
    subject: 'Please confirm your newsletter subscription',
    paragraphs: ['Somebody entered this address for our newsletter. Please confirm that it was you.'],
    action: { label: 'Yes, subscribe me', url: siteOrigin + paths.confirmNewsletter(token) },
    afterwards: ['If it was not you, do nothing: you will not hear from us again.'],
  };
}
