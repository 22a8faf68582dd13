/** Numbers of the Universal Postal Union (S10) that Royal Mail has given. */
const ROYAL_MAIL = /^[A-Z]{2}\d{9}GB$/;

/** Where a parcel can be followed: its number may be an https address; `undefined` for carriers that we do not know. */
export function trackingLink(trackingNumber: string): string | undefined {
  const number = trackingNumber.replaceAll(/\s/g, '');
  if (ROYAL_MAIL.test(number.toUpperCase())) {
    return `https://www.royalmail.com/track-your-item#/tracking-results/${number.toUpperCase()}`;
  }
  const url = /^https:\/\//i.test(number) ? URL.parse(number) : null;
  return url && url.username === '' && url.password === '' ? url.href : undefined;
}
