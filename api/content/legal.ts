import {
  academy,
  delivery,
  formatPounds,
  type LegalPage,
  postalAddress,
  SHIPPING_PRICE,
} from '@isa/api-contract';
import { legalPageSchema } from '@isa/api-contract/schemas';
import cookiePolicy from './legal/cookie-policy.json';
import copyrightPolicy from './legal/copyright-policy.json';
import disclaimer from './legal/disclaimer.json';
import privacyPolicy from './legal/privacy-policy.json';
import { retentionTable } from './legal/retention';
import termsAndConditions from './legal/terms-and-conditions.json';

/** What the pages state in several places, by its placeholder. */
const VALUES: Readonly<Record<string, string>> = {
  deliveryTimes: delivery.times,
  email: `<a href="mailto:${academy.email}">${academy.email}</a>`,
  emailAddress: academy.email,
  hours: academy.hours,
  legalName: academy.legalName,
  phone: `<a href="${academy.phone.href}">${academy.phone.display}</a>`,
  postalAddress,
  retentionTable: retentionTable(),
  shippingPrice: formatPounds(SHIPPING_PRICE),
};

/** The legal pages in the order of the footer's links. */
export const legalPages: readonly LegalPage[] = Object.entries({
  'terms-and-conditions': termsAndConditions,
  disclaimer,
  'privacy-policy': privacyPolicy,
  'copyright-policy': copyrightPolicy,
  'cookie-policy': cookiePolicy,
}).map(([slug, page]) => {
  const { sections, ...rest } = legalPageSchema.parse({ slug, ...page });
  return { ...rest, sections: sections.map(({ html, ...section }) => ({ ...section, html: filled(html) })) };
});

/** The date since when the terms and conditions are in force, which names their version on a receipt. */
export const termsInForce = termsAndConditions.updatedAt;

/** @throws RangeError for a placeholder without a value. */
function filled(html: string): string {
  return html.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = VALUES[name];
    if (value === undefined) throw new RangeError(`The legal pages have no value for ${placeholder}.`);
    return value;
  });
}
