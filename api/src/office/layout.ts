import { html, type Html } from '../http/html';
import type { ApiContext } from '../http/context';
import { createPages, type Page } from '../http/page';
import { PASSKEY_SCRIPT } from './passkey-button';

const STYLE = `
:root { color-scheme: light; --ink: #0d1420; --paper: #f7f5f0; --line: #d9d4c7; --quiet: #5b6473; --accent: #b8862d; --alert: #b3261e; --good: #2c6e49; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; overflow-wrap: anywhere; background: var(--paper); color: var(--ink); font: 16px/1.5 "Inter", system-ui, sans-serif; }
a { color: #7a5512; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 1rem; top: 1rem; z-index: 1; padding: .5rem 1rem; background: #fff; }
.bar { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: center; padding: .5rem clamp(1rem, 4vw, 2.5rem); background: var(--ink); color: #fff; }
.bar strong { margin-right: .5rem; font: 600 1.15rem/1 "Fraunces", Georgia, serif; }
.bar nav { display: flex; flex-wrap: wrap; gap: 0 1.1rem; flex: 1; }
.bar nav a { display: inline-flex; align-items: center; min-height: 2.75rem; color: #e8e3d6; text-decoration: none; border-bottom: 2px solid transparent; }
.bar nav a:hover { color: #fff; border-color: #8a8f98; }
.bar nav a[aria-current] { color: #fff; border-color: var(--accent); }
.bar form { display: flex; gap: .75rem; align-items: center; margin: 0; padding: 0; border: 0; background: none; color: #c9c5ba; font-size: .9rem; }
.bar form a { color: inherit; }
.bar button { min-height: 2.25rem; padding: .25rem .9rem; background: none; border: 1px solid #8a8f98; color: #fff; font-weight: 400; }
main { max-width: 76rem; margin: 0 auto; padding: clamp(1.5rem, 4vw, 3rem) clamp(1rem, 4vw, 2.5rem) 5rem; }
main.narrow { max-width: 30rem; }
h1 { margin: 0 0 1rem; font: 600 clamp(1.6rem, 4vw, 2.2rem)/1.15 "Fraunces", Georgia, serif; }
h2 { margin: 2.5rem 0 .75rem; font: 600 1.3rem/1.2 "Fraunces", Georgia, serif; }
p { margin: 0 0 1rem; max-width: 68ch; }
.quiet { color: var(--quiet); }
.tabs { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0 0 1.25rem; padding: 0; list-style: none; }
.tabs a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 1rem; border: 1px solid var(--line); border-radius: 999px; background: #fff; color: inherit; text-decoration: none; }
.tabs a[aria-current] { background: var(--ink); border-color: var(--ink); color: #fff; }
.notice { padding: .75rem 1rem; border-left: 4px solid var(--good); background: #fff; }
[role=alert] { padding: .75rem 1rem; border-left: 4px solid var(--alert); background: #fff; }
.late { color: var(--alert); font-weight: 600; }
table + p, table + dl { margin-top: 1.25rem; }
table { width: 100%; border-collapse: collapse; background: #fff; border: 1px solid var(--line); }
th, td { padding: .6rem .75rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { font-size: .85rem; color: var(--quiet); font-weight: 600; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .35rem 1.25rem; margin: 0 0 1rem; }
dt { color: var(--quiet); }
dd { margin: 0; }
form.panel { display: grid; gap: 1.1rem; max-width: 44rem; margin: 1rem 0 2rem; padding: clamp(1rem, 3vw, 1.75rem); background: #fff; border: 1px solid var(--line); border-radius: 6px; }
fieldset { display: grid; gap: 1rem; margin: 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; font-weight: 600; }
fieldset p { margin: 0; }
fieldset.pair { grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); }
fieldset.pair legend { margin-bottom: .3rem; }
fieldset label { font-weight: 400; }
form.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin: 0 0 1.25rem; }
form.row .field { flex: 1 1 16rem; }
label { display: block; margin: 0 0 .3rem; font-weight: 600; }
.hint { margin: .3rem 0 0; color: var(--quiet); font-size: .9rem; }
input, select, textarea { width: 100%; min-height: 2.75rem; padding: .5rem .7rem; border: 1px solid #8a8f98; border-radius: 4px; background: #fff; color: inherit; font: inherit; }
input[type=checkbox], input[type=radio] { width: 1.35rem; height: 1.35rem; min-height: 0; margin: 0 .5rem 0 0; vertical-align: -.25rem; accent-color: var(--ink); }
textarea { min-height: 9rem; resize: vertical; }
[aria-invalid] { border-color: var(--alert); }
.error { margin: .35rem 0 0; color: var(--alert); font-size: .95rem; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; }
button, .button { justify-self: start; display: inline-flex; align-items: center; min-height: 2.75rem; padding: .5rem 1.25rem; border: 1px solid transparent; border-radius: 4px; background: var(--accent); color: var(--ink); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
button.plain, .button.plain { background: #fff; border-color: #8a8f98; }
code { overflow-wrap: anywhere; font: .95em/1.5 ui-monospace, monospace; }
form.actions { margin: 1.5rem 0; }
.qr svg { display: block; width: min(13rem, 100%); height: auto; }
pre { white-space: pre-wrap; margin: 0; font: inherit; }
article { margin: 0 0 1rem; padding: 1rem 1.25rem; background: #fff; border: 1px solid var(--line); border-radius: 6px; }
@media (max-width: 44rem) {
  .bar nav { order: 3; flex-basis: 100%; }
  .bar form { margin-left: auto; }
  table, tbody, tr, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
  td { display: flex; gap: .75rem; justify-content: space-between; padding: .25rem .75rem; border: 0; text-align: right; }
  td[data-label]::before { content: attr(data-label); flex: none; color: var(--quiet); text-align: left; }
  td:empty { display: none; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin: 0 0 .5rem; }
}
@media print {
  body { background: #fff; font-size: 12pt; }
  .bar, .screen, .skip { display: none; }
  main { max-width: none; padding: 0; }
  article, table { border-color: #999; }
  .sheet { break-after: page; }
  .sheet:last-child { break-after: auto; }
}
`;

const sendPlain = createPages(STYLE);
const sendWithPasskey = createPages(STYLE, PASSKEY_SCRIPT);

/** The parameter of the page that a form leads to. */
export const DONE = 'done';

const SECTIONS = {
  '/orders': 'Orders',
  '/enquiries': 'Enquiries',
  '/catalogue': 'Catalogue',
  '/customers': 'Customers',
  '/newsletter': 'Newsletter',
  '/staff': 'Staff',
};

/** Answers with a page of the office: navigation for members of staff, then the content. */
export function showPage(ctx: ApiContext, { title, body }: Page): void {
  const name = ctx.state.visitor?.name;
  const section = `/${ctx.path.split('/')[1]}`;
  const links = Object.entries(SECTIONS).map(
    ([path, label]) => html`<a href="${path}" ${path === section && html`aria-current="page"`}>${label}</a>`,
  );
  // Escaped text contains no quotation marks.
  const send = body.markup.includes('data-passkey="') ? sendWithPasskey : sendPlain;
  send(ctx, {
    title: `${title} | Office`,
    body: html`<a class="skip" href="#main">Skip to content</a>
      <header class="bar">
        <strong>ISA Office</strong>
        ${
          name !== undefined &&
          html`<nav aria-label="Office">${links}</nav>
            <form action="/logout" method="post">
              <a href="/passkeys">${name}</a><button type="submit">Log out</button>
            </form>`
        }
      </header>
      <main id="main" ${name === undefined && html`class="narrow"`}>
        <h1>${title}</h1>
        ${ctx.query[DONE] !== undefined && html`<p class="notice" role="status">Done.</p>`} ${body}
      </main>`,
  });
}

/** Redirects with GET, so that reloading submits nothing again (RFC 9110 §15.4.4). */
export function seeOther(ctx: ApiContext, path: string): void {
  ctx.redirect(path);
  ctx.status = 303;
}

/** Links to the lists of a page. @param links the labels, by path. */
export function tabs(links: Readonly<Record<string, string>>, current: string): Html {
  return html`<ul class="tabs">
    ${Object.entries(links).map(
      ([path, label]) =>
        html`<li><a href="${path}" ${path === current && html`aria-current="page"`}>${label}</a></li>`,
    )}
  </ul>`;
}

const MAX_SEARCH = 254;

/** What `searchForm` submitted. */
export function searchOf({ querystring }: ApiContext): string {
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

/** A table. Narrow screens show each row as a list of its cells, with the headings alongside them. */
export function htmlTable(
  columns: readonly (string | { readonly heading: string; readonly isNumeric: true })[],
  rows: readonly (readonly (string | number | Html)[])[],
): Html {
  const heads = columns.map((column) => {
    const { heading, isNumeric } =
      typeof column === 'string' ? { heading: column, isNumeric: false } : column;
    return { heading, isNumeric, className: isNumeric && html`class="number"` };
  });
  // A name of another script has its own direction, and its cell that of the page.
  const content = (cell: string | number | Html = '', isNumeric: boolean) =>
    cell === '' || isNumeric ? cell : html`<div dir="auto">${cell}</div>`;
  return html`<table>
    <thead>
      <tr>
        ${heads.map(({ heading, className }) => html`<th ${className}>${heading}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${heads.map(
              ({ heading, className, isNumeric }, at) =>
                html`<td data-label="${heading}" ${className}>${content(cells[at], isNumeric)}</td>`,
            )}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
