import { paths } from '@isa/api-contract';
import type { Audience } from '../../database/entities';
import type { Mail } from '../../emails/outbox';
import { renderMail } from '../../emails/render-mail';
import type { AccountDeps } from './deps';
import { GREETING, type Recipient } from './mails';

type Origins = Pick<AccountDeps['env'], 'siteOrigin' | 'officeOrigin'>;

/** The mail after a passkey was added, so that the owner notices a passkey of somebody else. */
export function passkeyAddedMail({ email }: Recipient, audience: Audience, origins: Origins): Mail {
  const { account, action } = labelsOf(audience, origins);
  return {
    kind: 'passkey-added',
    recipient: email,
    subject: `A passkey was added to ${account}`,
    ...renderMail({
      greeting: GREETING,
      paragraphs: [
        `A passkey was added to ${account} just now. Anybody who holds it can log in without your password.`,
        'If that was not you, remove the passkey on the page below, choose a new password and write to us.',
      ],
      action,
    }),
  };
}

export function passkeyRemovedMail({ email }: Recipient, audience: Audience, origins: Origins): Mail {
  const { account } = labelsOf(audience, origins);
  return {
    kind: 'passkey-removed',
    recipient: email,
    subject: `A passkey was removed from ${account}`,
    ...renderMail({
      greeting: GREETING,
      paragraphs: [
        `A passkey of ${account} was removed just now. You can still log in with your e-mail and password.`,
        'If that was not you, choose a new password at once and write to us.',
      ],
      action: { label: 'Choose a new password', url: origins.siteOrigin + paths.forgotPassword },
    }),
  };
}

function labelsOf(audience: Audience, { siteOrigin, officeOrigin }: Origins) {
  return audience === 'site'
    ? { account: 'your account', action: { label: 'Go to my account', url: siteOrigin + paths.account } }
    : {
        account: 'your account at the office',
        action: { label: 'Go to my passkeys', url: `${officeOrigin}/passkeys` },
      };
}
