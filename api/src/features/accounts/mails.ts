import { mailWords } from '../../emails/words';
import type { Mail } from '../../emails/outbox';

interface Reader {
  readonly email: string;
}

/** Without the name: anybody can sign up with somebody's address and an advertisement for a name. */
const GREETING = 'Hello,';

/** The link works once and for half an hour. */
export function resetPasswordMail({ email }: Reader, siteOrigin: string, token: string): Mail {
  return {
    kind: 'reset-password',
    recipient: email,
    subject: 'Set a new password',
    ...mailWords({
      greeting: GREETING,
      paragraphs: ['Somebody, we hope you, asked for a new password for your account.'],
      action: { label: 'Choose a new password', url: `${siteOrigin}/reset/${token}` },
      afterwards: [
        'The link works once, within the next 30 minutes. If you did not ask for it, do nothing: your password stays as it is.',
      ],
    }),
  };
}

/** Told after the fact, so that an owner notices what somebody else did. */
export function passwordChangedMail({ email }: Reader, siteOrigin: string): Mail {
  return {
    kind: 'password-changed',
    recipient: email,
    subject: 'Your password was changed',
    ...mailWords({
      greeting: GREETING,
      paragraphs: [
        'The password of your account was changed just now, and the devices that were logged in have been signed out.',
        'If that was not you, choose a new password at once and write to us.',
      ],
      action: { label: 'Choose a new password', url: `${siteOrigin}/forgot-password` },
    }),
  };
}

export function verifyEmailMail({ email }: Reader, siteOrigin: string, token: string): Mail {
  return {
    kind: 'verify-email',
    recipient: email,
    subject: 'Please confirm your e-mail address',
    ...mailWords({
      greeting: GREETING,
      paragraphs: [
        'Welcome. Please confirm that this address is yours. Orders that were paid with it before you had an account are then added to it.',
      ],
      // After the #, so that the token reaches no server log.
      action: { label: 'Confirm my address', url: `${siteOrigin}/verify-email#${token}` },
      afterwards: [
        'The link works for seven days. You can shop and learn without it. If you did not create an account, please do nothing.',
      ],
    }),
  };
}

export function accountDeletedMail({ email }: Reader): Mail {
  return {
    kind: 'account-deleted',
    recipient: email,
    subject: 'Your account was deleted',
    ...mailWords({
      greeting: GREETING,
      paragraphs: [
        'As you asked, your account and what belonged to it have been deleted. The records of your orders stay, without your account, for as long as tax law asks us to keep them.',
      ],
    }),
  };
}
