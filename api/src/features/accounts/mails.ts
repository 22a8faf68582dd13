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
    paragraphs: ['We received a request to reset your password.'],
    action: { label: 'Choose a new password', url: siteOrigin + paths.reset(token) },
    afterwards: [
      'The link works once and expires in 30 minutes. If you did not ask for it, you can ignore this message: your password stays the same.',
    ],
  };
}

export function logInLinkMail({ email }: Recipient, siteOrigin: string, token: string): Mail {
  return {
    kind: 'log-in-link',
    recipient: email,
    subject: 'Your login link',
    paragraphs: [
      'We received a request to log in to your account without a password. Open the link in the browser that you requested it from.',
    ],
    action: { label: 'Log in', url: siteOrigin + paths.logInLink(token) },
    afterwards: [
      'The link works once, only in that browser, and expires in 10 minutes. If you did not ask for it, you can ignore this message: nobody else can use it.',
    ],
  };
}

/** Sent after the change, so that the user notices one that another person made. */
export function passwordChangedMail({ email }: Recipient, siteOrigin: string): Mail {
  return {
    kind: 'password-changed',
    recipient: email,
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your account has just been changed. Devices that were logged in have been logged out.',
      'Passkeys still work without the password. You can check yours on your account page.',
      'If this was not you, choose a new password straight away and write to us.',
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
      'Welcome! Please open the link and press the button to confirm that this address is yours. Orders that you paid for with this address before you had an account will then appear in your account.',
    ],
    action: { label: 'Confirm my address', url: siteOrigin + paths.verifyEmail(token) },
    afterwards: [
      'The link works for seven days, and you can shop and learn before you confirm. If you did not create an account, open the link and choose “This wasn’t me”, and we will delete it.',
    ],
  };
}

export function accountDeletedMail({ email }: Recipient): Mail {
  return {
    kind: 'account-deleted',
    recipient: email,
    subject: 'Your account was deleted',
    paragraphs: [
      'As you asked, we have deleted your account and everything that belonged to it. Tax law requires us to keep the records of your orders, which are no longer linked to an account.',
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
      'We received a request to use this address for an account. To confirm it, open the link and press the button.',
    ],
    action: { label: 'Confirm my new address', url: siteOrigin + paths.confirmNewEmail(token) },
    afterwards: [
      'The link works once and expires in 24 hours. If you did not ask for it, you can ignore this message: nothing will change.',
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
      'We received a request to change the email address of your account. The change takes effect as soon as the new address is confirmed.',
      'If this was not you, choose a new password on your account page. That also cancels the change.',
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
      'The email address of your account has been changed, so we will no longer write to you here. Your other devices have been logged out.',
      'If this was not you, write to us straight away.',
    ],
  };
}

type Origins = Pick<AccountDeps['env'], 'siteOrigin' | 'officeOrigin'>;

/** The mail after a passkey was added, so that the owner notices a passkey that another person added. */
export function passkeyAddedMail({ email }: Recipient, audience: Audience, origins: Origins): Mail {
  const { account, action } = labelsOf(audience, origins);
  return {
    kind: 'passkey-added',
    recipient: email,
    subject: `A passkey was added to ${account}`,
    paragraphs: [
      `A passkey has just been added to ${account}. Anyone who has it can log in without your password.`,
      'If this was not you, remove the passkey on the page below, choose a new password and write to us.',
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
      `A passkey has just been removed from ${account}. You can still log in ${audience === 'site' ? 'with your email and password' : 'with your password and a code from your authenticator app'}.`,
      'If this was not you, choose a new password straight away and write to us.',
    ],
    action: { label: 'Choose a new password', url: origins.siteOrigin + paths.account },
  };
}

/** The mail contains no link: anybody who reads a mailbox must not be able to log in at the office. */
export function officeEnrolmentMail({ email }: Recipient): Mail {
  return {
    kind: 'office-enrolment',
    recipient: email,
    subject: 'A link to set up your login at the office',
    paragraphs: [
      'A colleague at the office has created a link for setting up your authenticator app. They will give it to you in person; we do not send it by email.',
      'If nobody has told you about this, ask your colleagues straight away. The link works only together with your password.',
    ],
  };
}

/** Sent after the change, so that a member of staff notices one that another person made. */
export function officeAppChangedMail({ email }: Recipient, { officeOrigin }: Origins): Mail {
  return {
    kind: 'office-app-changed',
    recipient: email,
    subject: 'Your authenticator app for the office was set up',
    paragraphs: [
      'An authenticator app has just been set up for your login at the office. Any earlier app has stopped working, and you have been logged out everywhere else.',
      'If this was not you, tell your colleagues straight away. They can withdraw your role and give you a new link. Then choose a new password.',
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
