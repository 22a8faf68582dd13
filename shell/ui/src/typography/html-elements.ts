import { createElement, Fragment, type ReactNode } from 'react';
import { decodeEntities } from './entities';

/** A start or end tag of running text, a run of text, or a `<` that begins none of these tags. */
const TOKEN =
  /<(\/?)(p|h[2-4]|ul|ol|li|blockquote|table|thead|tbody|tr|th|td|a|strong|em|code|br)((?: \w+="[^"]*")*)>|[^<]+|</g;
const ATTRIBUTE = / (href|scope)="([^"]*)"/g;

/**
 * React elements for HTML of the academy, so that browsers never get text as HTML (Trusted Types). Elements and attributes
 * are those of running text; any other tag remains visible as text.
 */
export function htmlElements(html: string): ReactNode {
  return createElement(Fragment, null, ...nodes(html.matchAll(TOKEN), false));
}

/** @returns the nodes until the end of the text, or of the element that contains them. */
function nodes(tokens: RegExpStringIterator<RegExpExecArray>, isNested: boolean): readonly ReactNode[] {
  const found: ReactNode[] = [];
  for (const [text, end, tag, attributes = ''] of tokens) {
    if (tag === undefined) found.push(decodeEntities(text));
    else if (!end) {
      const children = tag === 'br' ? [] : nodes(tokens, true);
      found.push(createElement(tag, attributesOf(attributes), ...children));
    } else if (isNested) break;
  }
  return found;
}

function attributesOf(text: string): Readonly<Record<string, string>> {
  const found = text.matchAll(ATTRIBUTE);
  return Object.fromEntries(Array.from(found, ([, name = '', value = '']) => [name, decodeEntities(value)]));
}
