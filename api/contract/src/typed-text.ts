/*
 * What people type and paste is normalised once, where it enters: Unicode NFC, line breaks as `\n`, and without the
 * invisible characters that nobody means. Browser and server count the normalised text in UTF-16 code units, as the
 * attribute `maxlength` does.
 */

/** CR LF, as forms send it, and the rarer line breaks of word processors. */
const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Soft hyphens, zero-width spaces, word joiners and byte order marks, and the tags that belong to no flag. */
const INVISIBLE = /[\u00AD\u200B\u2060\uFEFF]|(\u{1F3F4}[\u{E0020}-\u{E007F}]+)|[\u{E0000}-\u{E007F}]/gu;
/** The characters that reverse or embed the direction of what follows, which may be text of ours. */
const DIRECTION = /[\u202A-\u202E\u2066-\u2069\u206A-\u206F]/g;
/** Spaces, and the marks around a number or a name that was copied from a list of contacts. They reverse nothing. */
const OUTER = /^[\s\u202A-\u202D\u2066-\u2069]+|[\s\u202A-\u202D\u2066-\u2069]+$/g;
const CONTROL = /[\p{Cc}\p{Cs}\uFFF9-\uFFFB]/gu;

const normalise = (text: string) => text.replace(LINE_BREAK, '\n').replace(INVISIBLE, '$1').normalize('NFC');

/** Normalises a text of several lines. Invisible characters without a meaning are removed. */
export function normaliseText(typed: string): string {
  const text = normalise(typed).replace(DIRECTION, '');
  return text.replace(CONTROL, (character) => (/[\n\t]/.test(character) ? character : '')).trim();
}

/** Normalises a text on one line; `lineError` says what it must not contain. Joiners of emoji and scripts stay. */
export function normaliseLine(typed: string): string {
  return normalise(typed).replace(OUTER, '');
}

/** Whether there is nothing to see. */
export function isBlank(typed: string): boolean {
  return !/[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(typed);
}

/** Checks a text that receipts, mails and lists show as one line. */
export function lineError(typed: string, maxLength: number): string | undefined {
  const line = normaliseLine(typed);
  if (line.length > maxLength) return `Please use at most ${maxLength} characters.`;
  return line.search(CONTROL) >= 0 || line.search(DIRECTION) >= 0
    ? 'Please use ordinary characters on one line.'
    : undefined;
}

/** Checks a text of several lines. */
export function textError(typed: string, maxLength: number): string | undefined {
  const { length } = normaliseText(typed);
  const count = (value: number) => value.toLocaleString('en-GB');
  return length > maxLength
    ? `Please use at most ${count(maxLength)} characters; these are ${count(length)}.`
    : undefined;
}

/** Splits a normalised text at its empty lines. */
export function paragraphsOf(text: string): readonly string[] {
  return text.split(/\n(?:[^\S\n]*\n)+/);
}

/**
 * A password as it is hashed (RFC 8265, OpaqueString): keyboards and systems send the same letter in NFC or NFD, and
 * the same space as one that does not break.
 */
export function normalisePassword(typed: string): string {
  return typed.replace(/\p{Zs}/gu, ' ').normalize('NFC');
}
