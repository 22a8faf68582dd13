/** Letters that have no base letter with an accent, and stay different in lower case. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ς: 'σ',
  // Arabic keyboards and Persian ones have different letters for the same.
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
};
const REPLACED = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/**
 * The form in which texts are searched, the same on every database and in browsers: without case, accents, apostrophes
 * and invisible characters, with one kind of dash and single spaces.
 */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}'’‘‛ʼʻʹ′`´]/gu, '')
    .replace(REPLACED, (letter) => LETTERS[letter] ?? letter)
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/[\s\p{Z}\p{Cc}]+/gu, ' ')
    .trim();
}
