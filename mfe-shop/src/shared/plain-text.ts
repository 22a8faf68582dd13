import { excerpt } from '@isa/api-contract';
import { decodeEntities } from '@isa/ui';

/** @returns the text of the academy's own HTML. It needs no DOM, because pages are rendered in Node as well. */
export function plainText(html: string): string {
  return decodeEntities(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?])/g, '')
    .trim();
}

/**
 * The sentences of which `length` characters are all but the last full stop. Where no sentence is that short, its part before
 * a colon, else the words that fit, with an ellipsis.
 */
export function sentencesWithin(text: string, length: number): string {
  const beginning = (end: string) => new RegExp(`^.{1,${length}}${end}`, 'u').exec(text)?.[0];
  const sentences = beginning('[.!?](?= |$)');
  if (sentences !== undefined) return sentences;
  const clause = beginning('(?=: )');
  return clause === undefined ? excerpt(text, length) : `${clause}.`;
}
