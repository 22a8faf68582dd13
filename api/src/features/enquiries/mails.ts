import { type CallInput, longDate } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import type { ContactMessage } from '../../database/entities';
import type { Mail } from '../../emails/outbox';

export type Enquiry = Omit<CallInput<'contact'>['body'], 'website'>;

/** A visitor's message, for the support address. */
export function enquiryMail({ name, surname, email, department, message }: Enquiry, recipient: string): Mail {
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
export function receivedMail(recipient: string, supportEmail: string): Mail {
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

export function answerMail(
  { name, email, message, createdAt }: Pick<ContactMessage, 'name' | 'email' | 'message' | 'createdAt'>,
  answer: string,
  supportEmail: string,
): Mail {
  return {
    kind: 'contact-answer',
    recipient: email,
    replyTo: supportEmail,
    subject: 'Your message to the International Surveillance Academy',
    greeting: `Hello ${name},`,
    paragraphs: answer.split(/\n{2,}/),
    afterwards: [`On ${longDate(createdAt)} you wrote:`, ...message.split(/\n{2,}/)],
  };
}

/** Asks for confirmation: only this link subscribes (double opt-in). */
export function newsletterMail(email: string, siteOrigin: string, token: string): Mail {
  return {
    kind: 'newsletter',
    recipient: email,
    subject: 'Please confirm your newsletter subscription',
    paragraphs: ['Somebody entered this address for our newsletter. Please confirm that it was you.'],
    action: { label: 'Yes, subscribe me', url: siteOrigin + paths.confirmNewsletter(token) },
    afterwards: ['If it was not you, do nothing: you will not hear from us again.'],
  };
}
