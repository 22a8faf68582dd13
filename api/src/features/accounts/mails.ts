import * as paths from '@isa/api-contract/paths';
import type { Audience } from '../../database/entities';
import type { Mail } from '../../emails/outbox';
import type { AccountDeps } from './deps';

/* The greetings have no name, because anybody can sign up with an advertisement as the name. */

interface Recipient {
  readonly email: string;
}

export function resetPasswordMail({ email }: Recipient, siteOrigin: string, token: string): Mail {
  return {
    kind: 'reset-password',
    recipient: email,
    subject: 'Set a new password',
    paragraphs: ['Somebody, we hope you, asked for a new password for your account.'],
    action: { label: 'Choose a new password', url: siteOrigin + paths.reset(token) },
    afterwards: [
      'The link works once, within the next 30 minutes. If you did not ask for it, do nothing: your password stays as it is.',
    ],
  };
}

export function logInLinkMail({ email }: Recipient, siteOrigin: string, token: string): Mail {
  return {
    kind: 'log-in-link',
    recipient: email,
    subject: 'Your login link',
    paragraphs: [
      'Somebody, we hope you, asked to log in to your account without the password. Open the link in the browser in which you asked for it.',
    ],
    action: { label: 'Log in', url: siteOrigin + paths.logInLink(token) },
    afterwards: [
      'The link works once, within the next 10 minutes, and in no other browser. If you did not ask for it, do nothing: nobody can log in with it.',
    ],
  };
}

/** Sent after the change, so that the user notices a change by somebody else. */
export function passwordChangedMail({ email }: Recipient, siteOrigin: string): Mail {
  return {
    kind: 'password-changed',
    recipient: email,
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed just now, and the devices that were logged in have been logged out.',
      'Passkeys log in without the password: you can look through yours on your account page.',
      'If that was not you, choose a new password at once and write to us.',
    ],
    action: { label: 'Choose a new password', url: siteOrigin + paths.forgotPassword },
  };
}

export function verifyEmailMail({ email }: Recipient, siteOrigin: string, token: string): Mail {
  return {
    kind: 'verify-email',
    recipient: email,
    subject: 'Please confirm your email address',
    paragraphs: [
      'Welcome. Please confirm that this address is yours: open the link and press the button there. Orders that were paid with it before you had an account are then added to it.',
    ],
    action: { label: 'Confirm my address', url: siteOrigin + paths.verifyEmail(token) },
    afterwards: [
      'The link works for seven days. You can shop and learn without it. If you did not create an account, open the link and choose “This wasn’t me”: the account is then deleted.',
    ],
  };
}

export function accountDeletedMail({ email }: Recipient): Mail {
  return {
    kind: 'account-deleted',
    recipient: email,
    subject: 'Your account was deleted',
    paragraphs: [
      'As you asked, your account and what belonged to it have been deleted. The records of your orders stay, without your account, for as long as tax law asks us to keep them.',
    ],
  };
}

/** The mail is the same for a new address with an account, so that nobody learns which ones have one. */
export function confirmNewEmailMail(newEmail: string, siteOrigin: string, token: string): Mail {
  return {
    kind: 'confirm-new-email',
    recipient: newEmail,
    subject: 'Please confirm your new email address',
    paragraphs: [
      'Somebody, we hope you, wants to use this address for an account. Open the link and press the button there to confirm it.',
    ],
    action: { label: 'Confirm my new address', url: siteOrigin + paths.confirmNewEmail(token) },
    afterwards: [
      'The link works once, within the next 24 hours. If you did not ask for it, do nothing: nothing changes.',
    ],
  };
}

/** It does not name the new address: the account may be a stranger's, who would write it into this mail. */
export function emailChangeRequestedMail({ email }: Recipient, siteOrigin: string): Mail {
  return {
    kind: 'email-change-requested',
    recipient: email,
    subject: 'Your email address is about to change',
    paragraphs: [
      'Someone asked to change the email address of your account. It changes as soon as the new one is confirmed.',
      'If that was not you, choose a new password on your account page: this also cancels the change.',
    ],
    action: { label: 'Go to my account', url: siteOrigin + paths.account },
  };
}

/** Tells the previous address that it no longer belongs to the account. */
export function emailChangedMail({ email }: Recipient): Mail {
  return {
    kind: 'email-changed',
    recipient: email,
    subject: 'Your email address was changed',
    paragraphs: [
      'Your account has another email address now, and mails about it no longer come here. The other devices that were logged in have been logged out.',
      'If that was not you, write to us at once.',
    ],
  };
}

type Origins = Pick<AccountDeps['env'], 'siteOrigin' | 'officeOrigin'>;

/** The mail after a passkey was added, so that the owner notices a passkey of somebody else. */
export function passkeyAddedMail({ email }: Recipient, audience: Audience, origins: Origins): Mail {
  const { account, action } = labelsOf(audience, origins);
  return {
    kind: 'passkey-added',
    recipient: email,
    subject: `A passkey was added to ${account}`,
    paragraphs: [
      `A passkey was added to ${account} just now. Anybody who holds it can log in without your password.`,
      'If that was not you, remove the passkey on the page below, choose a new password and write to us.',
    ],
    action,
  };
}

export function passkeyRemovedMail({ email }: Recipient, audience: Audience, origins: Origins): Mail {
  const { account } = labelsOf(audience, origins);
  return {
    kind: 'passkey-removed',
    recipient: email,
    subject: `A passkey was removed from ${account}`,
    paragraphs: [
      `A passkey of ${account} was removed just now. You can still log in ${audience === 'site' ? 'with your email and password' : 'with your password and a code of your authenticator app'}.`,
      'If that was not you, choose a new password at once and write to us.',
    ],
    action: { label: 'Choose a new password', url: origins.siteOrigin + paths.forgotPassword },
  };
}

/** The mail contains no link: anybody who reads a mailbox must not be able to log in at the office. */
export function officeEnrolmentMail({ email }: Recipient): Mail {
  return {
    kind: 'office-enrolment',
    recipient: email,
    subject: 'A link to set up your login at the office',
    paragraphs: [
      'Somebody at the office made a link with which you set up your authenticator app. They give it to you themselves: we do not send it by email.',
      'If nobody has told you about it, ask your colleagues at once. The link works only with your password.',
    ],
  };
}

/** Sent after the change, so that a member of staff notices a change by somebody else. */
export function officeAppChangedMail({ email }: Recipient, { officeOrigin }: Origins): Mail {
  return {
    kind: 'office-app-changed',
    recipient: email,
    subject: 'Your authenticator app for the office was set up',
    paragraphs: [
      'An authenticator app was set up for your login at the office just now. An earlier app no longer works, and you were logged out everywhere else.',
      'If that was not you, tell your colleagues at once: they can withdraw your role and give you a new link. Then choose a new password.',
    ],
    action: { label: 'Go to my login', url: `${officeOrigin}/passkeys` },
  };
}

function labelsOf(audience: Audience, { siteOrigin, officeOrigin }: Origins) {
  return audience === 'site'
    ? { account: 'your account', action: { label: 'Go to my account', url: siteOrigin + paths.account } }
    : {
        account: 'your account at the office',
        action: { label: 'Go to my login', url: `${officeOrigin}/passkeys` },
      };
}
