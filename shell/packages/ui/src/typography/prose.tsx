import { createElement, Fragment, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { tokens } from '../foundation/tokens';
import { decodeEntities } from './entities';

const Root = styled.div`
  max-width: ${tokens.measure};

  > * + * {
    margin-top: ${tokens.space(5)};
  }
  h2,
  h3,
  h4 {
    font-family: ${tokens.font.serif};
    line-height: 1.25;
    text-wrap: balance;
  }
  h2 {
    font-size: ${tokens.font.size.lg};
    font-weight: 480;
    letter-spacing: -0.014em;
  }
  h3 {
    font-size: ${tokens.font.size.md};
    font-weight: 520;
  }
  h4 {
    font-size: ${tokens.font.size.sm};
    font-weight: 560;
  }
  * + h2 {
    margin-top: ${tokens.space(12)};
  }
  * + h3,
  * + h4 {
    margin-top: ${tokens.space(9)};
  }
  :is(h2, h3, h4) + * {
    margin-top: ${tokens.space(3)};
  }
  p,
  li {
    text-wrap: pretty;
  }
  ul,
  ol {
    display: grid;
    gap: ${tokens.space(2)};
    padding-left: 1.5em;
  }
  ul > li {
    position: relative;
  }
  ul > li::before {
    content: '';
    position: absolute;
    left: -1.25em;
    top: 0.78em;
    width: 0.6em;
    height: 1px;
    background: var(--isa-accent);
  }
  ol {
    list-style: decimal;
  }
  ol > li::marker {
    font-family: ${tokens.font.mono};
    font-size: 0.85em;
    color: var(--isa-accent);
  }
  blockquote {
    border-left: 2px solid var(--isa-accent);
    padding-left: ${tokens.space(5)};
    font-family: ${tokens.font.serif};
    font-size: 1.15em;
    line-height: 1.5;
  }
  table {
    display: block;
    container-type: inline-size;
    max-width: 100%;
    overflow-x: auto;
    font-size: ${tokens.font.size.small};
  }
  th,
  td {
    text-align: left;
    vertical-align: top;
    padding: ${tokens.space(2)} ${tokens.space(4)} ${tokens.space(2)} 0;
    border-bottom: 1px solid var(--isa-line);
  }
  th {
    font-weight: 600;
  }
  /* On phones, and with large letters, the cells of a row with three or more are below each other, headings included. */
  @container (max-width: 34rem) {
    table:has(th:nth-child(3)) {
      thead,
      tbody,
      tr,
      th,
      td {
        display: block;
      }
      tr {
        padding-block: ${tokens.space(3)};
        border-top: 1px solid var(--isa-line);
      }
      th,
      td {
        padding: 0;
        border: 0;
        font-weight: 400;
      }
      td:first-child {
        font-weight: 600;
      }
      td:last-child {
        color: var(--isa-muted);
      }
      /* The headings are a legend above the rows. */
      th {
        display: inline;
        color: var(--isa-muted);
        font: 400 ${tokens.font.size.caption} / 1.5 ${tokens.font.mono};
      }
      th + th::before {
        content: ' / ';
      }
    }
  }
`;

type ProseProps = { readonly className?: string | undefined } & (
  | {
      /** HTML written by the academy (`htmlSchema`), never by a visitor. */
      readonly html: string;
      readonly children?: undefined;
    }
  | { readonly html?: undefined; readonly children: ReactNode }
);

/** Running text with headings, lists, quotes and tables, in lines of about 66 characters. */
export function Prose({ html, children, className }: ProseProps) {
  const content =
    html === undefined ? children : createElement(Fragment, null, ...nodes(html.matchAll(TOKEN), false));
  return <Root className={className}>{content}</Root>;
}

/** A start or end tag of running text, a run of text, or a `<` that begins none of these tags. */
const TOKEN =
  /<(\/?)(p|h[2-4]|ul|ol|li|blockquote|table|thead|tbody|tr|th|td|a|strong|em|code|br)((?: \w+="[^"]*")*)>|[^<]+|</g;
const ATTRIBUTE = / (href|scope)="([^"]*)"/g;

/** Browsers take an element that is no longer laid out as a table for none, unless it has a role. */
const tableRoles: Readonly<Record<string, string>> = {
  table: 'table',
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tr: 'row',
  td: 'cell',
};

function roleOf(tag: string, scope: string | undefined): string | undefined {
  return tag === 'th' ? (scope === 'row' ? 'rowheader' : 'columnheader') : tableRoles[tag];
}

/**
 * React elements for HTML of the academy, so that browsers never get text as HTML (Trusted Types). Elements and attributes
 * are those of running text; any other tag remains visible as text.
 * @returns the nodes until the end of the text, or of the element that contains them.
 */
function nodes(tokens: RegExpStringIterator<RegExpExecArray>, isNested: boolean): readonly ReactNode[] {
  const found: ReactNode[] = [];
  for (const [text, end, tag, attributes = ''] of tokens) {
    if (tag === undefined) found.push(decodeEntities(text));
    else if (!end) {
      const children = tag === 'br' ? [] : nodes(tokens, true);
      const given = attributesOf(attributes);
      found.push(createElement(tag, { ...given, role: roleOf(tag, given['scope']) }, ...children));
    } else if (isNested) break;
  }
  return found;
}

function attributesOf(text: string): Readonly<Record<string, string>> {
  const found = text.matchAll(ATTRIBUTE);
  return Object.fromEntries(Array.from(found, ([, name = '', value = '']) => [name, decodeEntities(value)]));
}
