const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  pound: '£',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  times: '×',
};

/** The text of the academy's own HTML. Works without a DOM, because pages are rendered in Node as well. */
export function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name) return entities[name] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?])/g, '')
    .trim();
}

/** Below this share of the allowed characters, complete sentences say too little. */
const LEAST_SHARE = 0.2;

/** The complete sentences within the first `length` characters and an ellipsis; `excerpt` if they are too short. */
export function sentences(html: string, length: number): string {
  const text = plainText(html);
  const characters = Array.from(text);
  if (characters.length <= length) return text;
  // The character after the last one tells whether a sentence ends there.
  const [whole = ''] = /^.*[.!?](?=\s)/s.exec(characters.slice(0, length + 1).join('')) ?? [];
  return whole.length < length * LEAST_SHARE ? excerpt(html, length) : `${whole} …`;
}

/** The first `length` characters of a text and an ellipsis; a shorter text is returned whole. */
export function excerpt(html: string, length: number): string {
  const characters = Array.from(plainText(html));
  return characters.length <= length
    ? characters.join('')
    : `${characters.slice(0, length).join('').trimEnd()}…`;
}
