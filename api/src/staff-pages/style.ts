/** The look of the site (`@isa/ui`, tokens and surfaces) for pages that are rendered on the server. */
export const STYLE = `
:root { color-scheme: light; --ink: #0d1420; --night: #162032; --paper: #f7f5f0; --card: #ffffff; --line: #d9d4c7; --control: #857f6f; --quiet: #566070; --accent: #845c12; --button: #c4943a; --button-hover: #d2a54f; --button-edge: #8f6719; --brass: #b8862d; --alert: #b3261e; --good: #1b6f45; --serif: "Fraunces Variable", "Fraunces Fallback", Georgia, serif; --sans: "Inter Variable", "Inter Fallback", system-ui, sans-serif; --mono: "JetBrains Mono Variable", ui-monospace, Menlo, Consolas, monospace; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; min-width: 320px; overflow-wrap: anywhere; background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 var(--sans); }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 3px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 1rem; top: 1rem; z-index: 2; padding: .75rem 1rem; background: var(--card); }
.bar { position: relative; display: flex; flex-wrap: wrap; gap: .25rem 1.75rem; align-items: center; padding: .4rem max(clamp(1rem, 4vw, 2.5rem), 50% - 35.5rem); background: var(--ink); color: #f7f5f0; }
.bar :focus-visible { outline-color: #f0cf86; }
.bar a { color: inherit; }
.logo { display: inline-flex; gap: .7rem; align-items: center; min-height: 3.25rem; text-decoration: none; }
.logo svg { flex: none; color: #e0b457; }
.logo .end { fill: var(--ink); }
.logo span { display: grid; gap: .3rem; line-height: 1; }
.logo strong { font: 600 1.375rem/1 var(--serif); letter-spacing: .06em; }
.logo small { color: #a6b6cc; font: 500 .6875rem/1 var(--mono); letter-spacing: .085em; text-transform: uppercase; }
.bar nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.bar nav.wide { flex: 1; }
.bar nav a { display: inline-flex; align-items: center; min-height: 2.75rem; color: #d5dbe5; font-size: .9375rem; text-decoration: none; border-bottom: 2px solid transparent; }
.bar nav a:hover { color: #fff; border-color: #6d7f9b; }
.bar nav a[aria-current] { color: #fff; border-color: #e0b457; }
.bar form { display: flex; gap: 1rem; align-items: center; margin: 0; color: #a6b6cc; font-size: .9375rem; }
.bar form a, .bar form span { display: inline-flex; align-items: center; min-height: 2.75rem; }
.bar button { background: none; border-color: #6d7f9b; color: #f7f5f0; font-weight: 500; }
.bar button:hover { background: none; border-color: #f7f5f0; }
.menu { display: none; margin-left: auto; }
.menu summary { display: flex; align-items: center; min-height: 2.75rem; padding: 0 1rem; border: 1px solid #6d7f9b; border-radius: 4px; font-weight: 600; font-size: .9375rem; list-style: none; cursor: pointer; }
.menu summary::-webkit-details-marker { display: none; }
.menu summary::after { content: ""; width: .5rem; height: .5rem; margin: -.25rem 0 0 .75rem; border: solid; border-width: 0 2px 2px 0; transform: rotate(45deg); }
.menu[open] summary::after { margin-top: .25rem; transform: rotate(225deg); }
main { max-width: 76rem; margin: 0 auto; padding: clamp(1.75rem, 4vw, 3.25rem) clamp(1rem, 4vw, 2.5rem) 5rem; }
main.narrow { max-width: 32rem; }
.caption { margin: 0 0 .75rem; color: var(--quiet); font: 500 .78125rem/1.5 var(--mono); letter-spacing: .05em; text-transform: uppercase; }
h1 { margin: 0 0 1.25rem; font: 500 clamp(1.875rem, 1.5rem + 1.9vw, 2.75rem)/1.15 var(--serif); text-wrap: balance; }
h2 { margin: 2.75rem 0 .9rem; font: 500 clamp(1.3125rem, 1.2rem + .55vw, 1.5625rem)/1.2 var(--serif); }
h2 a { color: inherit; }
p { margin: 0 0 1rem; max-width: 68ch; text-wrap: pretty; }
.quiet { color: var(--quiet); }
.tabs { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0 0 1.5rem; padding: 0; list-style: none; }
.tabs a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 1rem; border: 1px solid var(--line); border-radius: 4px; background: var(--card); color: inherit; font-size: .9375rem; text-decoration: none; }
.tabs a:hover { border-color: var(--control); }
.tabs a[aria-current] { background: var(--ink); border-color: var(--ink); color: #fff; }
.notice, [role=alert] { padding: .85rem 1.1rem; border: 1px solid var(--line); border-left: 4px solid var(--good); border-radius: 4px; background: var(--card); white-space: pre-line; }
[role=alert] { border-left-color: var(--alert); }
.late { color: var(--alert); font-weight: 600; }
.code { font-family: var(--mono); white-space: nowrap; }
h1 .code { font-size: .82em; }
.empty { display: grid; grid-template-columns: minmax(8rem, 15rem) minmax(0, 1fr); gap: 1.5rem clamp(1.5rem, 5vw, 3.5rem); align-items: center; margin: 0 0 2rem; padding: clamp(1.25rem, 4vw, 2.5rem); border: 1px solid var(--line); border-radius: 6px; background: var(--card); }
.empty svg { display: block; width: 100%; height: auto; stroke: var(--brass); stroke-width: 2; stroke-linecap: round; }
.empty circle { fill: var(--card); }
.empty .end { fill: var(--brass); }
.empty .grid { stroke: var(--line); stroke-width: 1; }
.empty .route { stroke-dasharray: 1 6; }
.empty .frame { stroke: var(--ink); stroke-linecap: butt; }
.empty p:last-child { margin-bottom: 0; }
.columns { display: grid; gap: 1.5rem clamp(1.5rem, 4vw, 3rem); }
.columns > * { min-width: 0; }
.columns h2:first-child { margin-top: 0; }
.columns aside, .columns > section, .editor .columns > * { display: grid; gap: 1.1rem; align-content: start; }
.panel.editor { max-width: none; }
.onsite { max-height: 36rem; padding: 1.25rem; overflow-y: auto; border: 1px solid var(--line); border-radius: 4px; background: var(--paper); font-size: .9375rem; }
.editor .onsite h2, .editor .onsite h3 { margin: 0 0 .6rem; font: 500 1.25rem/1.25 var(--serif); }
.columns > section .onsite :is(p, ul) { margin: 0 0 .8rem; }
.onsite[data-outdated]::before { content: "Not up to date, because the office cannot be reached."; color: var(--alert); }
a.named { display: inline-flex; gap: .9rem; align-items: center; }
a.named img { flex: none; border-radius: 3px; background: var(--ink); object-fit: cover; }
.columns > :is(aside, section) h2 { margin: 0; font-size: 1.25rem; }
.columns > :is(aside, section) :is(p, .panel) { margin: 0; }
.groups { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: 1.5rem 2rem; }
.groups h2 { margin-top: 0; }
.counts { display: grid; gap: .5rem; margin: 0 0 1rem; padding: 0; list-style: none; }
.counts a { display: flex; flex-direction: row-reverse; gap: 1rem; align-items: center; justify-content: space-between; min-height: 3.25rem; padding: .5rem 1.2rem; border: 1px solid var(--line); border-radius: 6px; background: var(--card); color: inherit; text-decoration: none; }
.counts a:hover { border-color: var(--control); }
.counts b { font: 600 1.5rem/1 var(--sans); font-variant-numeric: tabular-nums; }
.counts a:not(.due, .overdue) b { color: var(--quiet); font-weight: 500; }
.counts .due { border-left: 4px solid var(--brass); }
.counts .overdue { border-left: 4px solid var(--alert); }
.counts .overdue b { color: var(--alert); }
.figures { grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: 1rem; }
.figures dt { font-size: .9375rem; }
.figures dd { margin: 0; font: 600 1.5rem/1.3 var(--sans); font-variant-numeric: tabular-nums; }
.chart { margin: 0; padding: clamp(1rem, 3vw, 1.75rem); border: 1px solid var(--line); border-radius: 6px; background: var(--card); }
.chart figcaption { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin-bottom: 1.25rem; color: var(--quiet); font-size: .9375rem; }
.chart span::before { content: ""; display: inline-block; width: .8rem; height: .8rem; margin-right: .5rem; }
.chart span:not(.sales, .refunds)::before { content: none; }
.chart span.sales::before { background: var(--brass); }
.chart span.refunds::before { background: var(--alert); }
.chart svg { display: block; width: 100%; height: 12rem; border-bottom: 1px solid var(--ink); }
.chart rect.sales { fill: var(--brass); }
.chart rect.refunds { fill: var(--alert); }
.months { display: grid; grid-template-columns: repeat(12, 1fr); margin: .4rem 0 0; max-width: none; color: var(--quiet); font-size: .8125rem; text-align: center; overflow-wrap: normal; }
table + p, table + dl, table + form, table + .actions, form + p { margin-top: 1.25rem; }
table { width: 100%; border-collapse: collapse; background: var(--card); border: 1px solid var(--line); font-size: .9375rem; }
th, td { overflow-wrap: break-word; padding: .7rem .9rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--quiet); font: 500 .78125rem/1.4 var(--mono); letter-spacing: .02em; }
td a { display: inline-block; min-height: 1.5rem; }
tfoot th { color: inherit; font: inherit; }
tfoot tr:last-child > * { border-bottom: 0; font-weight: 600; }
.items td { vertical-align: middle; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
time { white-space: nowrap; }
dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .45rem 1.5rem; margin: 0 0 1.25rem; }
dt { color: var(--quiet); }
dd { margin: 0; }
.panel { display: grid; gap: 1.1rem; max-width: 44rem; margin: 1rem 0 2rem; padding: clamp(1.1rem, 3vw, 1.75rem); background: var(--card); border: 1px solid var(--line); border-radius: 6px; }
.panel p { margin: 0; }
fieldset { display: grid; gap: 1rem; margin: 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; font-weight: 600; }
fieldset p { margin: 0; }
fieldset.pair { grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); }
fieldset.pair legend { margin-bottom: .3rem; }
fieldset label { font-weight: 400; }
form.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 0 0 1.5rem; }
form.row .field { flex: 1 1 min(14rem, 100%); min-width: 0; }
label { display: block; margin: 0 0 .3rem; font-size: .9375rem; font-weight: 600; }
.hint { margin: .35rem 0 0; color: var(--quiet); font-size: .9375rem; }
input, select, textarea { width: 100%; min-height: 2.75rem; padding: .55rem .75rem; border: 1px solid var(--control); border-radius: 4px; background: var(--card); color: inherit; font: inherit; font-size: 1rem; }
input[type=file] { padding: .45rem; }
input[type=checkbox], input[type=radio] { width: 1.5rem; height: 1.5rem; min-height: 0; margin: 0 .5rem 0 0; vertical-align: -.35rem; accent-color: var(--ink); }
label:has(> input[type=checkbox]), label:has(> input[type=radio]) { display: flex; align-items: center; min-height: 2.75rem; }
textarea { min-height: 9rem; max-height: 70vh; field-sizing: content; resize: vertical; }
[aria-invalid] { border-color: var(--alert); }
.error { margin: .35rem 0 0; color: var(--alert); font-size: .9375rem; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; }
form.actions { margin: 1.5rem 0; }
button, .button { justify-self: start; display: inline-flex; align-items: center; min-height: 2.75rem; padding: .5rem 1.25rem; border: 1px solid var(--button-edge); border-radius: 4px; background: var(--button); color: var(--ink); font: inherit; font-size: .9375rem; font-weight: 600; line-height: 1.25; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { background: var(--button-hover); }
button.plain, .button.plain { background: var(--card); border-color: var(--control); }
button.plain:hover, .button.plain:hover { border-color: var(--ink); background: var(--card); }
button.danger, .button.danger { background: var(--alert); border-color: var(--alert); color: #fff; }
button.danger:hover, .button.danger:hover { background: var(--ink); border-color: var(--ink); }
a.danger { color: var(--alert); }
button:disabled { opacity: .55; cursor: default; }
form:has([name=order]:checked) > .actions, .editor > .actions { position: sticky; bottom: 0; z-index: 1; padding: .75rem 0; border-top: 1px solid var(--line); background: var(--paper); }
.editor > .actions { background: var(--card); }
html:has([name=order]:checked, .editor) { scroll-padding-bottom: 11rem; }
progress { width: 100%; height: .75rem; accent-color: var(--brass); }
.field > button { margin-top: .75rem; }
.preview { display: block; max-width: 20rem; }
div.preview:empty { display: none; }
.preview img, .preview video, video.preview { display: block; width: 100%; max-width: 20rem; max-height: 14rem; margin-top: .75rem; border-radius: 4px; background: var(--ink); object-fit: contain; }
.pictures { grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr)); gap: .75rem; }
.pictures label { position: relative; display: block; margin: 0; }
.pictures img { display: block; width: 100%; height: auto; aspect-ratio: 16 / 9; object-fit: cover; border-radius: 4px; background: var(--ink); }
.pictures input { position: absolute; top: .4rem; left: .4rem; margin: 0; }
.pictures :checked + img { outline: 3px solid var(--brass); outline-offset: 2px; }
code { overflow-wrap: anywhere; font: .9375em/1.5 var(--mono); }
.qr svg { display: block; width: min(13rem, 100%); height: auto; }
pre { white-space: pre-wrap; margin: 0; font: inherit; }
article, .card { margin: 0 0 1.25rem; padding: clamp(1rem, 3vw, 1.75rem); background: var(--card); border: 1px solid var(--line); border-radius: 6px; }
article > :last-child, .card > :last-child { margin-bottom: 0; }
.card h2 { margin-top: 0; }
.state { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; margin: 0 0 1.25rem; padding: .65rem .9rem; border-left: 6px solid var(--good); border-radius: 4px; background: #eaf3ee; max-width: none; }
.state.warn { border-color: var(--brass); background: #faf1dd; }
.state.bad { border-color: var(--alert); background: #fbe9e7; }
.state.idle { border-color: var(--control); background: var(--paper); }
.card > .actions { margin: 1rem 0 1.25rem; }
form.row details { flex-basis: 100%; }
main summary { display: flex; align-items: center; min-height: 2.75rem; color: var(--accent); font-weight: 600; list-style: none; cursor: pointer; }
main summary::-webkit-details-marker { display: none; }
main summary::before { content: ""; flex: none; width: .5rem; height: .5rem; margin: 0 .75rem 0 .2rem; border: solid; border-width: 0 2px 2px 0; transform: rotate(-45deg); }
main [open] > summary::before { transform: rotate(45deg); }
main > details { margin: 0 0 1rem; }
form.row details > div { display: flex; flex-wrap: wrap; gap: .75rem; }
td > div > .choice { display: inline-flex; align-items: center; justify-content: center; min-width: 2.75rem; min-height: 2.75rem; margin: -.5rem; }
td .choice input { margin: 0; }
.card > details { border-top: 1px solid var(--line); }
@media (min-width: 64rem) {
  .columns { grid-template: auto 1fr / minmax(0, 1fr) 22rem; align-items: start; }
  .columns > aside { grid-area: 1 / 2; }
  .columns > div { grid-area: 1 / 1 / span 2; }
  .columns > section { grid-column: 2; }
  .editor section { position: sticky; top: 1.25rem; }
}
@media (max-width: 60rem) {
  .bar nav.wide, .account { display: none; }
  .menu { display: block; }
  .sheet-menu { position: absolute; inset: 100% 0 auto; z-index: 1; padding: .5rem clamp(1rem, 4vw, 2.5rem) 1.25rem; background: var(--ink); }
  .menu nav { display: grid; grid-template-columns: 1fr 1fr; margin: 0 0 .75rem; }
  .sheet-menu form { justify-content: space-between; }
  .menu nav a { border-bottom: 1px solid #2a3850; }
}
@media screen and (max-width: 58rem) {
  table, tbody, tfoot, tr, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { padding: .6rem 0; border-bottom: 1px solid var(--line); }
  tr:last-child { border-bottom: 0; }
  td { display: flex; gap: 1rem; justify-content: space-between; align-items: baseline; padding: .3rem .9rem; border: 0; text-align: right; }
  td a { display: inline-flex; align-items: center; min-height: 2.75rem; }
  td > div { min-width: 0; overflow-wrap: anywhere; }
  td[data-label]::before { content: attr(data-label); flex: none; color: var(--quiet); text-align: left; }
  td:empty { display: none; }
  tbody:has(+ tfoot) tr:last-child { border-bottom: 1px solid var(--line); }
  tfoot tr { display: flex; justify-content: space-between; align-items: baseline; padding: .3rem 0; border-bottom: 0; }
  tfoot th { padding: .3rem .9rem; border: 0; }
  .items tr { position: relative; }
  .items td { justify-content: start; text-align: left; font-size: .875rem; color: var(--quiet); }
  .items td:first-child { font-size: 1rem; font-weight: 600; }
  .items td:first-child::before { content: none; }
  .items a { min-height: 0; color: var(--ink); text-decoration: none; }
  .items a::after { content: ""; position: absolute; inset: 0; }
  .orders tr { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: .1rem 0; align-items: baseline; padding: .8rem .9rem; }
  .orders td { display: block; grid-column: 2 / -1; padding: 0; text-align: left; }
  .orders td[data-label]::before { content: none; }
  .orders [data-label=Send] { grid-area: 1 / 1 / span 2; margin-right: .9rem; }
  .orders [data-label=Number] { grid-area: 1 / 2; }
  .orders [data-label=Buyer] { grid-area: 2 / 2; }
  .orders [data-label=Total], .orders [data-label=To] { grid-column: 3; padding-left: 1rem; text-align: right; }
  .orders [data-label=Total] { grid-row: 1; font-weight: 600; }
  .orders [data-label=To] { grid-row: 2; }
  .orders [data-label=Pack] { padding-block: .4rem; }
  .orders [data-label=Pack] > div { text-align: left; }
  .orders :is([data-label=To], [data-label=Paid], [data-label=State]) { color: var(--quiet); }
  .log tr { padding: .8rem .9rem; }
  .log td { display: block; padding: 0; color: var(--quiet); text-align: left; }
  .log td[data-label]::before { content: none; }
  .log [data-label=What] { color: var(--ink); font-weight: 600; }
  .log [data-label=Revision] { float: right; padding-left: 1rem; }
  .tabs { flex-wrap: nowrap; margin-inline: calc(-1 * clamp(1rem, 4vw, 2.5rem)); padding: .25rem clamp(1rem, 4vw, 2.5rem); scroll-padding-inline: clamp(1rem, 4vw, 2.5rem); overflow-x: auto; scrollbar-width: thin; }
  .tabs a { white-space: nowrap; }
  .tabs [aria-current] { scroll-initial-target: nearest; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin: 0 0 .6rem; }
  dd a { display: inline-flex; align-items: center; min-height: 2.75rem; }
  .actions > button, .actions > .button, .panel > button { flex: 1 1 100%; justify-content: center; }
  .bar button { flex: none; }
}
@media (max-width: 40rem) {
  .empty { grid-template-columns: 1fr; }
  .empty svg { max-width: 12rem; }
  .panel > button { justify-self: stretch; }
  .actions > .plain { flex: 1 1 auto; padding-inline: .75rem; }
  .months { font-size: .6875rem; }
}
@media (forced-colors: active) { .tabs a[aria-current], .bar nav a[aria-current] { outline: 2px solid Highlight; outline-offset: -4px; } }
@media print {
  body { background: #fff; font-size: 11pt; }
  .bar, .screen, .skip { display: none; }
  main { max-width: none; padding: 0; }
  article, table { border-color: #999; }
  article, tr { break-inside: avoid; }
  .sheet { break-after: page; }
  .sheet:last-child { break-after: auto; }
}
`;
