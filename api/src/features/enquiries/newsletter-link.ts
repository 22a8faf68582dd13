import { calls, urlOf } from '@isa/api-contract';
import type { NewsletterSignup } from '../../database/entities';
import type { Env } from '../../platform/env';
import { createSignedLink, isSignedLink } from '../../platform/signed-link';

type LinkedSignup = Pick<NewsletterSignup, 'id' | 'emailKey'>;

const rowOf = ({ id, emailKey }: LinkedSignup) => ({ id, subject: `newsletter:${id}:${emailKey}` });

export function unsubscribeUrl(
  signup: LinkedSignup,
  { siteOrigin, secret }: Pick<Env, 'siteOrigin' | 'secret'>,
) {
  const token = createSignedLink(rowOf(signup), secret);
  return siteOrigin + urlOf(calls.unsubscribeNewsletter.path, { query: { token } });
}

export function endsSubscription(
  token: string,
  signup: LinkedSignup,
  { secrets }: Pick<Env, 'secrets'>,
): boolean {
  return isSignedLink(token, rowOf(signup), secrets);
}
