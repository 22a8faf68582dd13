import * as paths from '@isa/api-contract/paths';
import { renderMail } from '../../emails/render-mail';
import type { Mail } from '../../emails/outbox';

export interface Recipient {
  readonly email: string;
}

/** The greeting has no name, because anybody can sign up with an advertisement as the name. */
export const GREETING = 'Hello,';

export function resetPasswordMail({ email }: Recipient, siteOrigin: string, token: string): Mail {
  return {
    kind: 'reset-password',
    recipient: email,
    subject: 'Set a new password',
    ...renderMail({
      greeting: GREETING,
      paragraphs: ['Somebody, we hope you, asked for a new password for your account.'],
      action: { label: 'Choose a new password', url: siteOrigin + paths.reset(token) },
      afterwards: [
        'The link works once, within the next 30 minutes. If you did not ask for it, do nothing: your password stays as it is.',
      ],
    }),
  };
}

export function logInLinkMail({ email }: Recipient, siteOrigin: string, token: string): Mail {
  return {
    kind: 'log-in-link',
    recipient: email,
    subject: 'Your log-in link',
    ...renderMail({
      greeting: GREETING,
      paragraphs: [
        'Somebody, we hope you, asked to log in to your account without the password. Open the link in the browser in which you asked for it.',
      ],
      action: { label: 'Log in', url: siteOrigin + paths.logInLink(token) },
      afterwards: [
        'The link works once, within the next 15 minutes, and in no other browser. If you did not ask for it, do nothing: nobody can log in with it.',
      ],
    }),
  };
}

/** Sent after the change, so that the user notices a change by somebody else. */
export function passwordChangedMail({ email }: Recipient, siteOrigin: string): Mail {
  return {
    kind: 'password-changed',
    recipient: email,
    subject: 'Your password was changed',
    ...renderMail({
      greeting: GREETING,
      paragraphs: [
        'The password of your account was changed just now, and the devices that were logged in have been logged out.',
        'Passkeys log in without the password: you can look through yours on your account page.',
        'If that was not you, choose a new password at once and write to us.',
      ],
      action: { label: 'Choose a new password', url: siteOrigin + paths.forgotPassword },
    }),
  };
}

export function verifyEmailMail({ email }: Recipient, siteOrigin: string, token: string): Mail {
  return {
    kind: 'verify-email',
    recipient: email,
    subject: 'Please confirm your e-mail address',
    ...renderMail({
      greeting: GREETING,
      paragraphs: [
        'Welcome. Please confirm that this address is yours: open the link and press the button there. Orders that were paid with it before you had an account are then added to it.',
      ],
      action: { label: 'Confirm my address', url: siteOrigin + paths.verifyEmail(token) },
      afterwards: [
        'The link works for seven days. You can shop and learn without it. If you did not create an account, open the link and choose “This wasn’t me”: the account is then deleted.',
      ],
    }),
  };
}

export function accountDeletedMail({ email }: Recipient): Mail {
  return {
    kind: 'account-deleted',
    recipient: email,
    subject: 'Your account was deleted',
    ...renderMail({
      greeting: GREETING,
      paragraphs: [
        'As you asked, your account and what belonged to it have been deleted. The records of your orders stay, without your account, for as long as tax law asks us to keep them.',
      ],
    }),
  };
}
