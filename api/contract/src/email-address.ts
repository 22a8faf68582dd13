/** The limit of mail servers in bytes (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
const MAX_BYTES = 254;
/**
 * Both parts exclude spaces, invisible characters and the special characters of mail headers. So quoted local parts are
 * refused, which no provider gives out. Letters of every script are accepted: their mails need a server with SMTPUTF8.
 */
const PARTS = /^([^\s\p{C}\p{Default_Ignorable_Code_Point}@<>"(),:;\\[\]]+)@([\p{L}\p{M}\p{N}.-]+)$/u;
const DNS_NAME = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/;

/**
 * What a copied address has at its ends: spaces and invisible characters, such as the marks of direction
 * around an address in a list of contacts. Those that reverse the letters are none of them.
 */
const OUTER =
  /^[\s\u00AD\u200B-\u200F\u202A-\u202C\u2060\u2066-\u2069\uFEFF]+|[\s\u00AD\u200B-\u200F\u202A-\u202C\u2060\u2066-\u2069\uFEFF]+$/g;
/** The start of a copied link. */
const SCHEME = /^mailto:/i;

/**
 * An email address as it is stored and mailed: without outer space, in NFC, and with the domain in its ASCII form.
 * @returns `undefined` for an address that differs from this form in more than case and that of its domain, such as
 * one with full-width letters: it would look like another person's.
 */
export function emailAddress(typed: string): string | undefined {
  const trimmed = typed.replace(OUTER, '').replace(SCHEME, '');
  const text = trimmed.normalize('NFC');
  // Systems send accents in NFC or NFD; a look-alike such as the Kelvin sign is neither.
  if (trimmed !== text && trimmed !== text.normalize('NFD')) return undefined;
  if (text !== text.normalize('NFKC')) return undefined;
  const [, local, name] = PARTS.exec(text) ?? [];
  const domain = name === undefined ? undefined : asciiDomain(name);
  if (domain === undefined) return undefined;
  const address = `${local}@${domain}`;
  return new TextEncoder().encode(address).length <= MAX_BYTES ? address : undefined;
}

/** By the algorithm of browsers, which maps `bücher.example` to `xn--bcher-kva.example` (UTS #46). */
function asciiDomain(name: string): string | undefined {
  try {
    const { hostname } = new URL(`http://${name.toLowerCase()}`);
    return DNS_NAME.test(hostname) ? hostname : undefined;
  } catch {
    return undefined;
  }
}

export function isEmail(typed: string): boolean {
  return emailAddress(typed) !== undefined;
}

/** The form of an address by which rows are found. That of an invalid address equals no valid one's. */
export function emailKey(typed: string): string {
  const address = emailAddress(typed);
  if (address === undefined) return `:${typed.trim().toLowerCase()}`;
  // Lower case can be decomposed, and depends on where in the word a sigma is.
  return address.toLowerCase().normalize('NFC').replaceAll('ς', 'σ');
}
