import * as paths from '@isa/api-contract/paths';
import type { Mail } from '../../emails/outbox';
import { renderMail } from '../../emails/render-mail';
import { GREETING, type Recipient } from './mails';

/** The mail is the same for a new address with an account, so that nobody learns which ones have one. */
export function confirmNewEmailMail(newEmail: string, siteOrigin: string, token: string): Mail {
  return {
    kind: 'confirm-new-email',
    recipient: newEmail,
    subject: 'Please confirm your new e-mail address',
    ...renderMail({
      greeting: GREETING,
      paragraphs: [
        'Somebody, we hope you, wants to use this address for an account. Open the link and press the button there to confirm it.',
      ],
      action: { label: 'Confirm my new address', url: siteOrigin + paths.confirmNewEmail(token) },
      afterwards: [
        'The link works once, within the next 24 hours. If you did not ask for it, do nothing: nothing changes.',
      ],
    }),
  };
}

/** It does not name the new address: the account may be a stranger's, who would write it into this mail. */
export function emailChangeRequestedMail({ email }: Recipient, siteOrigin: string): Mail {
  return {
    kind: 'email-change-requested',
    recipient: email,
    subject: 'Your e-mail address is about to change',
    ...renderMail({
      greeting: GREETING,
      paragraphs: [
        'Someone asked to change the e-mail address of your account. It changes as soon as the new one is confirmed.',
        'If that was not you, choose a new password on your account page: this also cancels the change.',
      ],
      action: { label: 'Go to my account', url: siteOrigin + paths.account },
    }),
  };
}

/** Tells the previous address that it no longer belongs to the account. */
export function emailChangedMail({ email }: Recipient): Mail {
  return {
    kind: 'email-changed',
    recipient: email,
    subject: 'Your e-mail address was changed',
    ...renderMail({
      greeting: GREETING,
      paragraphs: [
        'Your account has another e-mail address now, and mails about it no longer come here. The other devices that were logged in have been logged out.',
        'If that was not you, write to us at once.',
      ],
    }),
  };
}
