import { decodeEntities } from '@isa/ui';

/** @returns the text of the academy's own HTML. It needs no DOM, because pages are rendered in Node as well. */
export function plainText(html: string): string {
  return decodeEntities(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?])/g, '')
    .trim();
}
