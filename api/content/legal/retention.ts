import { SESSION_MINUTES } from '@isa/api-contract';

/** Calendar months and years, or days of 24 hours. */
export type Period =
  | { readonly years: number }
  | { readonly months: number }
  | { readonly days: number }
  | { readonly minutes: number };

interface StoredData {
  /** What the data is, in the words of the privacy policy. */
  readonly data: string;
  readonly basis: string;
  readonly keep?: Period;
  /** When the period begins; the whole text where there is no period. */
  readonly since: string;
}

const CONTRACT = 'Contract';
const SAFETY = 'Legitimate interest in a safe service';
const DELIVERY = 'Legitimate interest in answering questions about an email';

/** How long personal data is kept. The privacy policy shows it, and `api/src/database/retention.ts` removes by it. */
export const storedData = {
  serverLog: { data: 'Server log', basis: SAFETY, keep: { days: 30 }, since: '' },
  securityLog: {
    data: 'Security log: account number, shortened IP address, what happened and when',
    basis: SAFETY,
    keep: { days: 180 },
    since: '',
  },
  failedLogIns: {
    data: 'Count of failed logins',
    basis: SAFETY,
    keep: { days: 1 },
    since: 'after the last one',
  },
  account: {
    data: 'Account and course progress',
    basis: CONTRACT,
    since: 'Until you delete the account',
  },
  unconfirmedAccount: {
    data: 'Account whose email address was never confirmed',
    basis: CONTRACT,
    keep: { months: 12 },
    since: 'after it was opened, unless it is in use or something was bought with it',
  },
  session: {
    data: 'Sessions',
    basis: CONTRACT,
    keep: { minutes: SESSION_MINUTES },
    since: 'after the login',
  },
  knownDevice: {
    data: 'Browsers in which you have logged in',
    basis: SAFETY,
    keep: { days: 180 },
    since: 'after the last login there',
  },
  challenge: {
    data: 'Random values that a passkey signs',
    basis: CONTRACT,
    keep: { minutes: 5 },
    since: 'after they were requested',
  },
  resetLink: {
    data: 'Links for a new password',
    basis: CONTRACT,
    keep: { minutes: 30 },
    since: 'after they were requested',
  },
  confirmationLink: {
    data: 'Links that confirm an email address',
    basis: CONTRACT,
    keep: { days: 7 },
    since: 'after they were requested',
  },
  changeLink: {
    data: 'Links that confirm a new email address',
    basis: CONTRACT,
    keep: { days: 1 },
    since: 'after they were requested',
  },
  videoTicket: {
    data: 'Permissions to load a video',
    basis: CONTRACT,
    keep: { minutes: 15 },
    since: 'after they were last used',
  },
  order: {
    data: 'Orders, invoices and credit notes',
    basis: 'Contract; legal duty to keep records',
    keep: { years: 6 },
    since:
      'after the end of the financial year; what gives you access to a course stays, without your address',
  },
  unpaidOrder: {
    data: 'Orders that were not paid',
    basis: CONTRACT,
    keep: { days: 90 },
    since: 'after they were given up',
  },
  paymentNotice: {
    data: 'Numbers of PayPal’s payment notices',
    basis: CONTRACT,
    keep: { days: 90 },
    since: 'after they arrived',
  },
  mail: {
    data: 'Address and subject of an email to you; its text is removed once it is sent',
    basis: DELIVERY,
    keep: { days: 90 },
    since: 'after it was sent',
  },
  failedMail: {
    data: 'An email to you that could not be delivered',
    basis: DELIVERY,
    keep: { days: 30 },
    since: 'after it was written',
  },
  contactMessage: {
    data: 'Contact messages',
    basis: 'Steps towards a contract, or legitimate interest in answering',
    keep: { months: 12 },
    since: 'after they arrived',
  },
  officeDraft: {
    data: 'What our staff were writing about you when their session ended',
    basis: 'Legitimate interest in answering',
    keep: { days: 1 },
    since: 'after that',
  },
  newsletter: { data: 'Newsletter address', basis: 'Consent', since: 'Until you withdraw it' },
  unconfirmedNewsletter: {
    data: 'Newsletter address that was not confirmed',
    basis: 'Consent',
    keep: { days: 7 },
    since: 'after the last request',
  },
} as const satisfies Readonly<Record<string, StoredData>>;

/** Writes a period such as "90 days". */
function periodText(period: Period): string {
  const [[unit = '', amount = 0] = []] = Object.entries<number>({ ...period });
  return `${amount} ${amount > 1 ? unit : unit.replace(/s$/, '')}`;
}

/** The table of the privacy policy. */
export function retentionTable(): string {
  const rows = Object.values<StoredData>(storedData).map(({ data, basis, keep, since }) => {
    const period = [keep && periodText(keep), since].filter(Boolean).join(' ');
    return `<tr><td>${data}</td><td>${basis}</td><td>${period}</td></tr>`;
  });
  const heads = ['Data', 'Legal basis', 'Kept for'].map((head) => `<th scope="col">${head}</th>`);
  return `<table><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
