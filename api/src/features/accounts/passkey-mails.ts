import { paths } from '@isa/api-contract';
import type { Mail } from '../../emails/outbox';
import { renderMail } from '../../emails/render-mail';
import { GREETING, type Reader } from './mails';

/** Sent afterwards, so that the customer notices a passkey of somebody else. */
export function passkeyAddedMail({ email }: Reader, siteOrigin: string): Mail {
  return {
    kind: 'passkey-added',
    recipient: email,
    subject: 'A passkey was added to your account',
    ...renderMail({
      greeting: GREETING,
      paragraphs: [
        'A passkey was added to your account just now. Whoever holds it can log in without your password.',
        'If that was not you, remove the passkey on your account page, choose a new password and write to us.',
      ],
      action: { label: 'Go to my account', url: siteOrigin + paths.account },
    }),
  };
}

export function passkeyRemovedMail({ email }: Reader, siteOrigin: string): Mail {
  return {
    kind: 'passkey-removed',
    recipient: email,
    subject: 'A passkey was removed from your account',
    ...renderMail({
      greeting: GREETING,
      paragraphs: [
        'A passkey of your account was removed just now. You can still log in with your e-mail and password.',
        'If that was not you, choose a new password at once and write to us.',
      ],
      action: { label: 'Choose a new password', url: siteOrigin + paths.forgotPassword },
    }),
  };
}
