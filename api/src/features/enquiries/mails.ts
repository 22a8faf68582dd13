import type { Mail } from '../../emails/outbox';
import { mailWords } from '../../emails/words';

interface Enquiry {
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly department: string;
  readonly message: string;
}

/** For the academy's desk: what a visitor wrote. */
export function enquiryMail({ name, surname, email, department, message }: Enquiry, desk: string): Mail {
  return {
    kind: 'contact',
    recipient: desk,
    replyTo: email,
    subject: `${department}: a message from the contact page`,
    ...mailWords({
      greeting: `${name} ${surname} (${email}) wrote to ${department}:`,
      paragraphs: message.split(/\n{2,}/),
    }),
  };
}

/** Nobody is subscribed who did not follow this link. */
export function newsletterMail(email: string, siteOrigin: string, token: string): Mail {
  return {
    kind: 'newsletter',
    recipient: email,
    subject: 'Please confirm your newsletter subscription',
    ...mailWords({
      greeting: 'Hello,',
      paragraphs: ['Somebody entered this address for our newsletter. Please confirm that it was you.'],
      // After the #, so that the token reaches no server log.
      action: { label: 'Yes, subscribe me', url: `${siteOrigin}/#newsletter=${token}` },
      afterwards: ['If it was not you, do nothing: you will not hear from us again.'],
    }),
  };
}
