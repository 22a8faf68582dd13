import { companyError, messageError, nameError, passkeyNameError, passwordError } from './rules';
import {
  isBlank,
  lineError,
  normaliseLine,
  normalisePassword,
  normaliseText,
  paragraphsOf,
  textError,
} from './typed-text';

const ZWJ = '\u200D';
const ZWNJ = '\u200C';

describe('a text of several lines', () => {
  it.each([
    ['CR LF', 'a\r\nb', 'a\nb'],
    ['CR', 'a\rb', 'a\nb'],
    ['a line separator', 'a\u2028b', 'a\nb'],
    ['a paragraph separator', 'a\u2029b', 'a\nb'],
    ['the next-line character', 'a\u0085b', 'a\nb'],
    ['a vertical tab', 'a\vb', 'a\nb'],
    ['empty lines', ' a\r\n\r\n\r\nb \r\n', 'a\n\n\nb'],
    ['a decomposed accent', 'e\u0301', 'é'],
    ['a soft hyphen and a byte order mark', 'a\u00AD\uFEFFb', 'ab'],
    ['a control character', 'a\u0000\u001Bb', 'ab'],
    ['a tab', 'a\tb', 'a\tb'],
    ['a telephone number in direction marks', 'call \u202A+44 20\u202C', 'call +44 20'],
    ['an unpaired surrogate', 'a\uD83Db', 'ab'],
    ['an emoji of several parts', `👩${ZWJ}💻`, `👩${ZWJ}💻`],
    ['the flag of Scotland', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['tags without a flag', 'a\u{E0041}b', 'ab'],
  ])('normalises %s', (_, typed, text) => {
    expect(normaliseText(typed)).toBe(text);
    expect(normaliseText(text)).toBe(text);
  });

  it('is as long for the server as for the page, however line breaks are sent', () => {
    const page = `${'a'.repeat(4_000)}${'\n'.repeat(999)}b`;
    expect(page).toHaveLength(5_000);
    expect(messageError(page)).toBeUndefined();
    expect(messageError(page.replaceAll('\n', '\r\n'))).toBeUndefined();
    expect(messageError(`${page}b`)).toBe('Please use at most 5,000 characters; these are 5,001.');
  });

  it('is counted in the units of the attribute maxlength', () => {
    expect(textError('😀'.repeat(5), 10)).toBeUndefined();
    expect(textError('😀'.repeat(6), 10)).toContain('these are 12');
    expect(textError('e\u0301'.repeat(10), 10)).toBeUndefined();
  });

  it('has the paragraphs that its empty lines separate', () => {
    expect(paragraphsOf('a\nb\n\nc\n \t\n\nd')).toEqual(['a\nb', 'c', 'd']);
  });
});

describe('a text on one line', () => {
  it.each([
    ['an emoji of several parts', `👩${ZWJ}💻 Studio Ltd`],
    ['a Persian name with a non-joiner', `می${ZWNJ}خواهم`],
    ['an emoji that is newer than this program', '\u{1FAE9}\u{1FADF} Ltd'],
    ['Arabic with a direction mark', 'شركة!\u200F'],
    ['combining marks without one letter for both', 'M̄ori'],
    ['the flag of England', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Tours'],
    ['an apostrophe', 'O’Hara & Sons'],
  ])('may contain %s', (_, text) => {
    expect(companyError(text)).toBeUndefined();
    expect(passkeyNameError(text)).toBeUndefined();
    expect(normaliseLine(text)).toBe(text.normalize('NFC'));
  });

  it.each([
    ['a soft hyphen', 'Acad\u00ADemy', 'Academy'],
    ['a byte order mark', '\uFEFFAcademy', 'Academy'],
    ['a zero-width space', 'Acad\u200Bemy', 'Academy'],
    ['what a spreadsheet adds', '\tAcme Ltd\t', 'Acme Ltd'],
    ['a line break at the end', 'Acme Ltd\r\n', 'Acme Ltd'],
    ['outer space', '\u00A0 Acme Ltd \u3000', 'Acme Ltd'],
    ['the marks of an embedding', '\u202AAcme Ltd\u202C', 'Acme Ltd'],
    ['the marks of a contact', ' \u202D+44 20 7946 0958\u202C\n', '+44 20 7946 0958'],
    ['the marks of an isolate', '\u2068\u200BAcme Ltd\u2069', 'Acme Ltd'],
  ])('loses %s', (_, typed, line) => {
    expect(companyError(typed)).toBeUndefined();
    expect(normaliseLine(typed)).toBe(line);
  });

  it.each([
    ['a direction override', 'Acme \u202Edtl'],
    ['a direction override at the start', '\u202Edtl emcA\u202C'],
    ['an embedding that does not end', '\u202AAcme \u202Bltd\u202C'],
    ['an embedding', 'Acme \u202Bltd'],
    ['an isolate', 'Acme \u2066ltd'],
    ['a line break', 'Acme\nLtd'],
    ['a tab', 'Acme\tLtd'],
    ['a line separator', 'Acme\u2028Ltd'],
    ['a control character', 'Acme\u0007'],
    ['a null character', 'Ac\u0000me'],
    ['an unpaired surrogate', 'Acme\uD83D'],
  ])('must not contain %s', (_, typed) => {
    expect(companyError(typed)).toBe('Please use ordinary characters on one line.');
    expect(nameError(typed)).toBe('Please use ordinary characters on one line.');
    expect(passkeyNameError(typed)).toBeDefined();
  });

  it('is measured after it is normalised', () => {
    expect(lineError('e\u0301'.repeat(60), 60)).toBeUndefined();
    expect(lineError('é'.repeat(61), 60)).toBe('Please use at most 60 characters.');
  });
});

it.each(['', ' ', '\u00A0', '\u200B\u200D', '\u3164', '\u2800', '\u00AD', '\uFE0F', '\n\t'])(
  '%j is blank',
  (typed) => {
    expect(isBlank(typed)).toBe(true);
    expect(nameError(typed.repeat(4))).toBe('Name is too short or empty!');
  },
);

it.each(['.', 'a', '😀', '\u{1FAE9}', 'ی'])('%j is not blank', (typed) => expect(isBlank(typed)).toBe(false));

it.each(['Ada 2', 'Ada ٢', 'Ada २'])('the name %j must not contain a digit', (typed) => {
  expect(nameError(typed)).toBe('Name must not contain a number!');
});

describe('a password', () => {
  it.each([
    ['with accents of either kind', 'pässwörd', 'pässwörd'.normalize('NFD')],
    ['with another space', 'pass word', 'pass\u00A0word'],
    ['with a wide space', 'pass word', 'pass\u3000word'],
  ])('is the same %s', (_, one, other) => {
    expect(one).not.toBe(other);
    expect(normalisePassword(one)).toBe(normalisePassword(other));
  });

  it.each([
    ['case', 'Password', 'password'],
    ['outer space', 'password', ' password'],
    ['full-width letters', 'password', 'ｐassword'],
    ['another accent', 'pässword', 'passwórd'],
  ])('differs by %s', (_, one, other) => {
    expect(normalisePassword(one)).not.toBe(normalisePassword(other));
  });

  it('has at most 72 bytes once it is normalised', () => {
    const typed = 'ä'.repeat(36).normalize('NFD');
    expect(new TextEncoder().encode(typed)).toHaveLength(108);
    expect(passwordError(typed)).toBeUndefined();
    expect(passwordError(`${typed}a`)).toBeDefined();
    // Four letters are too few, although they were typed as eight characters.
    expect(passwordError('ä'.repeat(4).normalize('NFD'))).toBeDefined();
  });
});
