import {
  type ContactDetails,
  delivery,
  formatPounds,
  type LegalPage,
  sessionLength,
  SHIPPING_PRICE,
  telephoneLink,
} from '@isa/api-contract';
import { legalPageSchema } from '@isa/api-contract/schemas';
import cookiePolicy from './legal/cookie-policy.json';
import copyrightPolicy from './legal/copyright-policy.json';
import disclaimer from './legal/disclaimer.json';
import privacyPolicy from './legal/privacy-policy.json';
import { retentionTable } from './legal/retention';
import termsAndConditions from './legal/terms-and-conditions.json';

/** What the pages state in several places, as HTML by its placeholder. */
function valuesOf(contact: ContactDetails): Readonly<Record<string, string>> {
  const [email, phone] = [escaped(contact.email), escaped(contact.phone)];
  return {
    deliveryTimes: delivery.times,
    email: `<a href="mailto:${email}">${email}</a>`,
    emailAddress: email,
    hours: escaped(contact.hours),
    legalName: escaped(contact.legalName),
    phone: `<a href="${telephoneLink(phone)}">${phone}</a>`,
    postalAddress: escaped(contact.address),
    retentionTable: retentionTable(),
    sessionLength,
    shippingPrice: formatPounds(SHIPPING_PRICE),
  };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The legal pages in the order of the footer's links. @throws RangeError for a placeholder without a value. */
export function legalPages(contact: ContactDetails): readonly LegalPage[] {
  const values = valuesOf(contact);
  return Object.entries({
    'terms-and-conditions': termsAndConditions,
    disclaimer,
    'privacy-policy': privacyPolicy,
    'copyright-policy': copyrightPolicy,
    'cookie-policy': cookiePolicy,
  }).map(([slug, page]) => {
    const { sections, ...rest } = legalPageSchema.parse({ slug, ...page });
    return {
      ...rest,
      sections: sections.map(({ html, ...section }) => ({ ...section, html: filled(html, values) })),
    };
  });
}

/** The date since when the terms and conditions are in force, which names their version on a receipt. */
export const termsInForce = termsAndConditions.updatedAt;

function filled(html: string, values: Readonly<Record<string, string>>): string {
  return html.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`The legal pages have no value for ${placeholder}.`);
    return value;
  });
}
