import { createDocuments, type HtmlPage } from '../http/html-page';
import { html, type Html } from '../http/html';
import { fontAddresses, fontFaces } from './fonts';
import { STYLE } from './style';

interface StaffPagesOptions {
  /** What the pages are for, such as `Office`. */
  readonly area: string;
  /** Where the logo leads. */
  readonly home: string;
  /** The labels of the menu, by path. */
  readonly sections: Readonly<Record<string, string>>;
  /** The path below which the fonts are. */
  readonly fonts: string;
  readonly script?: string;
  /** The sources of pictures; by default only those of the icon. */
  readonly images?: string;
  readonly policy?: readonly string[];
}

interface StaffPage extends HtmlPage {
  readonly path: string;
  /** Who is logged in, with the form that ends the session; absent on the pages before it. */
  readonly account?: Html | undefined;
  /** What stands above the heading. */
  readonly caption?: string | undefined;
}

/** The pages of one origin for staff or operators: bar, menu, heading and content. */
export function createStaffPages(options: StaffPagesOptions) {
  const { area, home, sections, fonts, script, images = 'data:', policy = [] } = options;
  const documentOf = createDocuments({
    css: fontFaces(fonts) + STYLE,
    fonts: fontAddresses(fonts),
    ...(script !== undefined && { script }),
    icon: ICON,
    policy: [`img-src ${images}`, ...policy],
  });
  return ({ title, body, path, account, caption, back }: StaffPage) => {
    const links = Object.entries(sections).map(
      ([address, label]) =>
        html`<a href="${address}" ${isWithin(path, address, home) && html`aria-current="page"`}>${label}</a>`,
    );
    return documentOf({
      title: `${title} | ${area} | ISA`,
      body: html`<a class="skip" href="#main">Skip to content</a>
        <header class="bar">
          <a class="logo" href="${home}">
            ${LOGO}<span><strong>ISA</strong> <small>${area}</small></span>
          </a>
          ${
            account &&
            html`<nav class="wide" aria-label="${area}">${links}</nav>
              <details class="menu">
                <summary>Menu</summary>
                <div class="sheet-menu">
                  <nav aria-label="${area} menu">${links}</nav>
                  ${account}
                </div>
              </details>
              <div class="account">${account}</div>`
          }
        </header>
        <main id="main" ${!account && html`class="narrow"`}>
          ${back && html`<p class="back"><a href="${back[0]}">${back[1]}</a></p>`}
          ${caption !== undefined && html`<p class="caption">${caption}</p>`}
          <h1>${titleParts(title)}</h1>
          ${body}
        </main>`,
    });
  };
}

/** An order's number is set in one font and does not break. */
function titleParts(title: string): readonly Html[] {
  return title
    .split(/(ISA-[\d-]+)/)
    .map((part, at) => (at % 2 === 1 ? html`<span class="code">${part}</span>` : html`${part}`));
}

function isWithin(path: string, section: string, home: string): boolean {
  return path === section || (section !== home && path.startsWith(`${section}/`));
}

/** The site's icon. It is part of the page, because these origins have no files of the site. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 48 48" fill="none" stroke="#e0b457" stroke-width="3"><rect x="-6" y="-6" width="48" height="48" rx="8" fill="#0d1420" stroke="none"/><path d="M2 10V2h8M26 2h8v8M34 26v8h-8M10 34H2v-8M9.5 26c0-9 16.5-6 16.5-15.5"/></svg>`,
)}`;

/** The site's logo, for a dark ground. */
const LOGO = html`<svg
  width="36"
  height="36"
  viewBox="0 0 36 36"
  fill="none"
  stroke="currentColor"
  focusable="false"
  aria-hidden="true"
>
  <path d="M2 10V2h8M26 2h8v8M34 26v8h-8M10 34H2v-8" stroke-width="2.4" />
  <path d="M9.5 26c0-9 16.5-6 16.5-15.5" stroke-width="2.4" stroke-linecap="round" />
  <circle cx="9.5" cy="26" r="2.7" fill="currentColor" stroke="none" />
  <circle class="end" cx="26" cy="10.5" r="3.2" stroke-width="2.2" />
</svg>`;

/** Links to the lists of a page. @param links the labels, by path. */
export function tabs(links: Readonly<Record<string, string | Html>>, current: string): Html {
  return html`<ul class="tabs">
    ${Object.entries(links).map(
      ([path, label]) =>
        html`<li><a href="${path}" ${path === current && html`aria-current="page"`}>${label}</a></li>`,
    )}
  </ul>`;
}

/** A state, in the colours of the site. */
export function tag(label: string, tone: 'plain' | 'accent' | 'success' | 'error' = 'plain'): Html {
  return html`<span class="tag ${tone}">${label}</span>`;
}

/** An email address, which breaks before its `@` rather than within a word. */
export function brokenEmail(email: string): Html {
  return html`${email.split('@').map((part, at) => (at === 0 ? html`${part}` : html`<wbr />@${part}`))}`;
}

/** What has been done. */
export function successNotice(text: string | Html): Html {
  return html`<p class="notice" role="status">${text}</p>`;
}

export function errorNotice(text: string | Html): Html {
  return html`<p role="alert">${text}</p>`;
}

/** An empty list: what will appear here, and the next step. @param title a sentence */
export function emptyState(
  title: string,
  text: string | Html,
  action?: Html,
  picture: keyof typeof EMPTY_PICTURES = 'map',
): Html {
  return html`<section class="empty">
    ${EMPTY_PICTURES[picture]}
    <div>
      <p><strong>${title}</strong></p>
      <p class="quiet">${text}</p>
      ${action && html`<p class="actions">${action}</p>`}
    </div>
  </section>`;
}

/** A map sheet on which nothing is marked yet, and an envelope that nobody has addressed. */
const EMPTY_PICTURES = {
  map: html`<svg viewBox="0 0 160 120" fill="none" focusable="false" aria-hidden="true">
    <path class="grid" d="M20 30h120M20 60h120M20 90h120M50 16v88M80 16v88M110 16v88" />
    <path class="route" d="M34 86c10-30 38-4 52-24s20-30 42-26" />
    <circle cx="34" cy="86" r="4.5" />
    <circle class="end" cx="128" cy="36" r="5" />
    <path class="frame" d="M8 24V8h16M136 8h16v16M152 96v16h-16M24 112H8V96" />
  </svg>`,
  envelope: html`<svg viewBox="0 0 160 120" fill="none" focusable="false" aria-hidden="true">
    <path class="grid" d="M50 72h30M50 82h22" />
    <path d="M34 34h92v56H34z" />
    <path d="M34 36l46 32 46-32" />
    <path class="route" d="M80 68v22" />
    <circle class="end" cx="126" cy="34" r="5" />
    <path class="frame" d="M8 24V8h16M136 8h16v16M152 96v16h-16M24 112H8V96" />
  </svg>`,
};

/** The link to the next part of a long list. */
export function pager(next: string, label: string): Html {
  return html`<nav aria-label="Pages"><a class="button plain" href="${next}">${label}</a></nav>`;
}

const MAX_SEARCH = 254;

/** What `searchForm` submitted. */
export function searchOf({ querystring }: { readonly querystring: string }): string {
  return (new URLSearchParams(querystring).get('search') ?? '').trim().slice(0, MAX_SEARCH);
}

/** A form that shows this page again with the parameter `search`. */
export function searchForm(label: string, value: string, content?: Html): Html {
  return html`<form class="row" role="search">
    <div class="field">
      <label for="search">${label}</label>
      <input id="search" name="search" type="search" value="${value}" maxlength="${MAX_SEARCH}" />
    </div>
    ${content}
    <button type="submit" class="plain">Search</button>
  </form>`;
}

/** A list of names and values. Entries whose value is null are left out. */
export function definitionList(facts: Readonly<Record<string, string | Html | null>>): Html {
  return html`<dl>
    ${Object.entries(facts).flatMap(([name, fact]) =>
      fact === null
        ? []
        : html`<dt>${name}</dt>
            <dd dir="auto">${fact}</dd>`,
    )}
  </dl>`;
}

/** Names with large figures, such as the sums of a year. */
export function figureList(figures: Readonly<Record<string, string | number>>): Html {
  return html`<dl class="figures">
    ${Object.entries(figures).map(
      ([name, figure]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${figure}</dd>
        </div>`,
    )}
  </dl>`;
}

interface TableOptions {
  /** Amounts below the columns, by label. */
  readonly sums?: Readonly<Record<string, string | Html>>;
  /** Rows that a narrow screen shows as entries of a log: what happened, and below it the rest without headings. */
  readonly look?: 'log';
}

/** A table. Phones show each row as a card: its first cell and its amount, then the other cells with their headings. */
export function htmlTable(
  columns: readonly (
    | string
    | { readonly heading: string | Html; readonly isNumeric?: true; readonly label?: string }
  )[],
  rows: readonly (readonly (string | number | Html)[])[],
  { sums = {}, look }: TableOptions = {},
): Html {
  const heads = columns.map((column) => {
    const {
      heading,
      isNumeric = false,
      label = '',
    } = typeof column === 'string' ? { heading: column, label: column } : column;
    const name = typeof heading === 'string' ? heading : label;
    return { heading, name, isNumeric, className: isNumeric ? html`class="number"` : undefined };
  });
  // A name of another script has its own direction, and its cell that of the page.
  const content = (cell: string | number | Html = '', isNumeric: boolean) =>
    isNumeric || html`${cell}`.markup === '' ? cell : html`<div dir="auto">${cell}</div>`;
  return html`<table ${look && html`class="${look}"`}>
    <thead>
      <tr>
        ${heads.map(({ heading, className }) => html`<th scope="col" ${className}>${heading}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${heads.map(
              ({ name, className, isNumeric }, at) =>
                html`<td data-label="${name}" ${className}>${content(cells[at], isNumeric)}</td>`,
            )}
          </tr>`,
      )}
    </tbody>
    ${
      Object.keys(sums).length > 0 &&
      html`<tfoot>
        ${Object.entries(sums).map(
          ([label, sum]) =>
            html`<tr>
              <th scope="row" colspan="${columns.length - 1}">${label}</th>
              <td class="number">${sum}</td>
            </tr>`,
        )}
      </tfoot>`
    }
  </table>`;
}
