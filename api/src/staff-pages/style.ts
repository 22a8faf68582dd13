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
.back { margin: 0 0 .5rem; font-size: .9375rem; }
.back a { display: inline-flex; align-items: center; min-height: 2.75rem; margin-top: -.75rem; text-decoration: none; }
.back a:hover { text-decoration: underline; }
.back a::before { content: ""; flex: none; width: .5rem; height: .5rem; margin: 0 .6rem 0 .2rem; border: solid; border-width: 0 0 2px 2px; transform: rotate(45deg); }
h1 { margin: 0 0 1.25rem; font: 460 clamp(1.875rem, 1.5rem + 1.9vw, 2.75rem)/1.08 var(--serif); letter-spacing: -.02em; text-wrap: balance; }
h2, .part > legend { font: 520 clamp(1.3125rem, 1.2rem + .55vw, 1.5625rem)/1.25 var(--serif); letter-spacing: -.008em; }
h2 { margin: 2.75rem 0 .9rem; }
h1 + h2 { margin-top: 0; }
h2 a { color: inherit; }
p { margin: 0 0 1rem; max-width: 68ch; text-wrap: pretty; }
.quiet { color: var(--quiet); }
.tabs { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0 0 1.5rem; padding: 0; list-style: none; }
.tabs a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 .9rem; border: 1px solid var(--line); border-radius: 4px; background: var(--card); color: inherit; font-size: .9375rem; text-decoration: none; }
.tabs b { margin-left: .5rem; color: var(--quiet); font-weight: 500; font-variant-numeric: tabular-nums; }
.tabs [aria-current] b { color: inherit; }
.tabs a:hover { border-color: var(--control); }
.tabs a[aria-current] { background: var(--ink); border-color: var(--ink); color: #fff; }
.notice, [role=alert] { padding: .85rem 1.1rem; border: 1px solid var(--line); border-left: 4px solid var(--good); border-radius: 4px; background: var(--card); white-space: pre-line; }
[role=alert] { border-left-color: var(--alert); }
.late { color: var(--alert); font-weight: 600; }
.tag { display: inline-block; padding: .28em .65em; border: 1px solid color-mix(in srgb, currentcolor 55%, transparent); border-radius: 3px; background: var(--card); color: var(--quiet); font: 500 .78125rem/1.35 var(--mono); letter-spacing: .06em; text-transform: uppercase; white-space: nowrap; }
.tag.success { color: var(--good); }
.tag.accent { color: var(--accent); }
.tag.error { color: var(--alert); }
.code { font-family: var(--mono); white-space: nowrap; }
h1 .code { font-size: .82em; letter-spacing: 0; }
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
.columns aside { display: grid; gap: 1.1rem; align-content: start; }
.panel.editor { max-width: none; padding: 0; border: 0; background: none; }
.sections { display: flex; flex-wrap: wrap; gap: 0 clamp(1rem, 3vw, 1.5rem); font-size: .9375rem; }
.sections a { display: inline-flex; align-items: center; min-height: 2.75rem; }
[id^=part-] { scroll-margin-top: 1.25rem; }
.fields { display: grid; gap: 1.1rem; align-content: start; min-width: 0; }
.fields:last-child { grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); }
.fields > p { grid-column: 1 / -1; }
.onsite { display: grid; gap: 0 1.25rem; align-content: start; max-height: 44rem; padding: clamp(1rem, 2.5vw, 1.5rem); overflow-y: auto; border: 1px solid var(--line); border-radius: 4px; background: var(--paper); font-size: 1rem; line-height: 1.65; }
.onsite:has(> img) { grid-template-columns: minmax(5rem, 9rem) minmax(0, 1fr); }
.onsite .caption { grid-column: 1 / -1; margin: 0 0 .75rem; }
.onsite img { display: block; max-width: 100%; height: auto; border-radius: 4px; background: var(--ink); object-fit: cover; }
.onsite h2 { margin: 1.75rem 0 .6rem; font: 520 1.3125rem/1.3 var(--serif); }
.onsite div > h2:first-child { margin-top: 0; }
.onsite .name { margin-bottom: .75rem; font: 460 1.5rem/1.2 var(--serif); letter-spacing: -.015em; text-wrap: balance; }
.editor .onsite div :is(p, ul) { margin: 0 0 1.1em; }
.editor .onsite div > :last-child { margin-bottom: 0; }
.editor .onsite p:has(+ ul) { margin-bottom: .3em; }
.onsite ul { padding-left: 1.25rem; }
.onsite li + li { margin-top: .4em; }
[data-outdated]::before { display: block; margin-bottom: .75rem; content: "Not up to date, because the office cannot be reached."; color: var(--alert); }
a.named { display: flex; gap: .9rem; align-items: center; }
a.named img { flex: none; border-radius: 3px; background: var(--ink); object-fit: cover; }
.columns > aside h2 { margin: 0; font-size: 1.25rem; }
.columns > aside h2:not(:first-child) { margin-top: .9rem; }
.columns > aside :is(p:not(.hint, .error), .panel, .card) { margin: 0; }
.columns > div > :last-child { margin-bottom: 0; }
.columns .panel { max-width: none; }
.columns .card { font-size: 1rem; }
.blocks > aside, .blocks > div { display: grid; gap: 1.5rem; align-content: start; }
.blocks .card { display: grid; gap: 1rem; min-width: 0; margin: 0; }
.blocks .card > .panel { padding: 0; border: 0; }
.blocks .card > :is(h2, dl, p) { margin: 0; }
.blocks h2 { font-size: 1.25rem; }
.blocks .history { min-width: 0; }
.blocks .history h2 { margin: .5rem 0 .75rem; }
.selection { display: flex; flex-wrap: wrap; gap: .35rem 1.25rem; align-items: center; padding: .5rem .9rem .5rem 1.025rem; border: 1px solid var(--line); border-bottom: 0; border-radius: 6px 6px 0 0; background: var(--card); }
.selection label { margin: 0; }
.selection > p { margin: 0 auto 0 0; color: var(--quiet); font-size: .9375rem; font-variant-numeric: tabular-nums; }
.toolbar { display: flex; flex-wrap: wrap; gap: 1rem 2rem; align-items: end; justify-content: space-between; margin: 0 0 1.25rem; }
.toolbar > form.row { flex: 1 1 20rem; max-width: 38rem; margin: 0; }
.toolbar > p { margin: 0; }
.counts { display: grid; grid-template-columns: repeat(4, 1fr); grid-auto-rows: 1fr; gap: 1px; margin: 0 0 2.25rem; padding: 0; border: 1px solid var(--line); border-radius: 6px; background: var(--line); overflow: hidden; list-style: none; }
.counts a { display: grid; grid-template-columns: auto 1fr; gap: .35rem .75rem; align-content: start; align-items: baseline; height: 100%; padding: .9rem clamp(.8rem, 2vw, 1.25rem); background: var(--card); font-size: .9375rem; line-height: 1.35; text-decoration: none; }
.counts .label { grid-column: 1 / -1; text-decoration: underline; }
.counts a:focus-visible { outline-offset: -4px; }
.counts b { color: var(--ink); font: 600 1.625rem/1 var(--sans); font-variant-numeric: tabular-nums; }
.counts .late { font-size: .875rem; }
.counts .overdue { box-shadow: inset 0 3px var(--alert); color: var(--alert); }
.counts .overdue b { color: inherit; }
.counts .none { color: var(--quiet); }
.counts .none:not(:hover) .label { text-decoration: none; }
.counts .none b { color: inherit; font-weight: 400; }
.counts a:hover .label { text-decoration-thickness: 2px; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(6rem, 1fr)); gap: 1px; border: 1px solid var(--line); border-radius: 6px; background: var(--line); overflow: hidden; overflow-wrap: normal; }
.figures > div { display: flex; flex-direction: column; justify-content: space-between; padding: .8rem clamp(.7rem, 2vw, 1.25rem); background: var(--card); }
.figures dt { font-size: .9375rem; line-height: 1.35; }
.figures dd { margin: .25rem 0 0; font: 600 clamp(1.25rem, 1.1rem + .8vw, 1.5rem)/1.3 var(--sans); font-variant-numeric: tabular-nums; white-space: nowrap; }
.chart { margin: 0; padding: clamp(1rem, 3vw, 1.75rem); border: 1px solid var(--line); border-radius: 6px; background: var(--card); }
.chart figcaption { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin-bottom: 1.25rem; color: var(--quiet); font-size: .9375rem; }
.chart figcaption :is(.sales, .refunds)::before { content: ""; display: inline-block; width: .8rem; height: .8rem; margin-right: .5rem; }
.chart .sales::before { background: var(--brass); }
.chart .refunds::before { background: var(--alert); }
.plot { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 .75rem; padding-top: 1.25rem; color: var(--quiet); font-size: .8125rem; font-variant-numeric: tabular-nums; }
.scale { display: grid; grid-auto-rows: 1fr; line-height: 0; text-align: right; }
.chart svg { display: block; width: 100%; height: 14rem; border-bottom: 1px solid var(--ink); overflow: visible; }
.chart line { stroke: var(--line); }
.chart text { fill: var(--ink); font-weight: 600; text-anchor: middle; }
.chart rect.sales { fill: var(--brass); }
.chart rect.refunds { fill: var(--alert); stroke: var(--card); }
.months { display: grid; grid-area: 2 / 2; grid-template-columns: repeat(12, 1fr); margin: .4rem 0 0; max-width: none; text-align: center; overflow-wrap: normal; }
table + p, table + dl, table + form, table + .actions, form + p { margin-top: 1.25rem; }
table { width: 100%; border-collapse: separate; border-spacing: 0; background: var(--card); border: 1px solid var(--line); border-radius: 6px; font-size: .9375rem; }
.selection + table { border-radius: 0 0 6px 6px; }
th, td { overflow-wrap: break-word; padding: .7rem .9rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: baseline; }
th { color: var(--quiet); font: 500 .78125rem/1.4 var(--mono); letter-spacing: .02em; }
td a { display: inline-block; min-height: 1.5rem; vertical-align: top; }
td .button { display: inline-flex; justify-content: center; min-width: 7.25rem; min-height: 2.25rem; padding: .25rem .75rem; font-size: .875rem; }
td .actions { flex-wrap: nowrap; }
td > div:has(> .choice) { display: flex; gap: .6rem; align-items: baseline; }
td .quiet { display: block; }
td:is([data-label=Buyer], [data-label=Name], [data-label=From]) > div { min-width: 8.5rem; }
td[data-label=Books] { white-space: nowrap; }
td:is([data-label=Paid], [data-label=Since], [data-label=Saved], [data-label=Received], [data-label=Date], [data-label=When]) { white-space: nowrap; font-variant-numeric: tabular-nums; }
tfoot th { color: inherit; font: inherit; }
tfoot tr:last-child > * { font-weight: 600; }
:is(tbody, tfoot):last-child tr:last-child > * { border-bottom: 0; }
td:empty::before { content: "–"; color: var(--quiet); }
tr:has(> :first-child strong) td:empty::before { content: none; }
tr:has(img) td { vertical-align: middle; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
th.number { white-space: normal; }
time { white-space: nowrap; }
dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .45rem 1.5rem; margin: 0 0 1.25rem; }
dt { color: var(--quiet); }
dd { margin: 0; }
.panel { display: grid; gap: 1.1rem; max-width: 45rem; margin: 1rem 0 2rem; padding: clamp(1.1rem, 3vw, 1.75rem); background: var(--card); border: 1px solid var(--line); border-radius: 6px; }
.panel p { margin: 0; }
.panel :is(.hint, .error) { margin-top: .4rem; }
fieldset { display: grid; gap: 1rem; margin: 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; font-weight: 600; }
fieldset p { margin: 0; }
.part { gap: 1.1rem clamp(1.25rem, 3vw, 2rem); padding: clamp(1.1rem, 3vw, 1.75rem); border: 1px solid var(--line); border-radius: 6px; background: var(--card); }
/* A legend that floats is an item of the grid. */
.part > legend { float: left; }
.pair { display: grid; gap: 1rem; align-items: start; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); }
fieldset.pair legend { margin-bottom: .3rem; }
.pictures legend { margin-bottom: .5rem; }
fieldset:not(.part) label { font-weight: 400; }
form.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 0 0 1.5rem; }
form.row .field { flex: 1 1 min(14rem, 100%); min-width: 0; }
[role=search] .field { max-width: 30rem; }
label { display: block; margin: 0 0 .3rem; font-size: .9375rem; font-weight: 600; }
.star { color: var(--alert); }
.hint { margin: .4rem 0 0; color: var(--quiet); font-size: .9375rem; }
input, select, textarea { width: 100%; min-height: 2.75rem; padding: .55rem .75rem; border: 1px solid var(--control); border-radius: 4px; background: var(--card); color: inherit; font: inherit; font-size: 1rem; }
input[type=file] { padding: .45rem; }
input[type=checkbox], input[type=radio] { width: 1.5rem; height: 1.5rem; min-height: 0; margin: 0 .5rem 0 0; vertical-align: -.35rem; accent-color: var(--ink); }
label:has(> input[type=checkbox]), label:has(> input[type=radio]) { display: flex; align-items: center; min-height: 2.75rem; }
textarea { display: block; min-height: 9rem; max-height: 70vh; field-sizing: content; resize: vertical; }
textarea[rows="2"] { min-height: 4.5rem; }
[aria-invalid] { border-color: var(--alert); }
p.error { margin: .35rem 0 0; color: var(--alert); font-size: .9375rem; }
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
form:has([name=order]:checked) > .selection { position: sticky; top: 0; z-index: 2; border-bottom: 1px solid var(--line); }
html:has([name=order]:checked) { scroll-padding-top: 11rem; }
.editor > .actions { position: sticky; bottom: 0; z-index: 1; padding: .75rem clamp(1.1rem, 3vw, 1.75rem); border: 1px solid var(--line); border-radius: 6px; background: var(--card); }
html:has(.editor) { scroll-padding-bottom: 11rem; }
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
.facts { display: grid; gap: 1rem 2.5rem; align-items: start; }
.facts > *, .controls > * { min-width: 0; }
.facts dl { margin: 0; font-size: 1rem; }
.controls { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 1.25rem 0 .75rem; }
.controls form.row > .field { flex-basis: 11rem; }
.controls > form.row { flex: 1 1 38rem; margin: 0; }
.controls > .actions:first-child { flex-basis: 100%; margin-bottom: .5rem; }
form.row details { flex-basis: 100%; }
main summary { display: flex; align-items: center; min-height: 2.75rem; color: var(--accent); font-weight: 600; list-style: none; cursor: pointer; }
main summary::-webkit-details-marker { display: none; }
main summary::before { content: ""; flex: none; width: .5rem; height: .5rem; margin: 0 .75rem 0 .2rem; border: solid; border-width: 0 2px 2px 0; transform: rotate(-45deg); }
main [open] > summary::before { transform: rotate(45deg); }
main > details { margin: 0 0 1rem; }
form.row details > div { display: flex; flex-wrap: wrap; gap: .75rem; }
td .choice { display: inline-flex; flex: none; align-self: center; align-items: center; justify-content: center; min-width: 2.75rem; min-height: 2.75rem; margin: -.5rem; }
td .choice input { margin: 0; }
.card > details { border-top: 1px solid var(--line); }
.app details > form.row { margin: .5rem 0 1.25rem; }
@media (min-width: 64rem) {
  .facts { grid-template-columns: 22rem minmax(0, 1fr); }
  .facts dl { grid-template-columns: minmax(7rem, 1fr) auto; }
  .controls { align-items: start; }
  .controls > form + .actions { margin-top: 1.75rem; }
  .release { white-space: nowrap; }
  .columns { grid-template-columns: minmax(0, 1fr) 22rem; align-items: start; }
  .columns > aside { grid-area: 1 / 2; }
  .columns > div { grid-area: 1 / 1; }
  .part:has(> .onsite) { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .part > legend { grid-column: 1 / -1; }
  /* The preview is as high as its fields and scrolls. */
  .part > .onsite { contain: size; contain-intrinsic-block-size: 13rem; max-height: none; }
}
@media (max-width: 63.99rem) {
  .blocks > aside, .blocks > div { display: contents; }
  .blocks .money { order: 1; }
  .blocks .buyer { order: 2; }
  .blocks .history { order: 3; }
}
@media (max-width: 60rem) {
  .bar nav.wide, .account { display: none; }
  .menu { display: block; }
  .sheet-menu { position: absolute; inset: 100% 0 auto; z-index: 1; padding: .5rem clamp(1rem, 4vw, 2.5rem) 1.25rem; background: var(--ink); }
  .menu nav { display: grid; grid-template-columns: 1fr 1fr; margin: 0 0 .75rem; }
  .sheet-menu form { justify-content: space-between; }
  .menu nav a { border-bottom: 1px solid #2a3850; }
}
@media (max-width: 60rem) {
  td[data-label=Email] { min-width: 9.5rem; overflow-wrap: anywhere; }
  table { font-size: .875rem; }
  td .code { font-size: .8125rem; }
  .tabs { flex-wrap: nowrap; margin-inline: calc(-1 * clamp(1rem, 4vw, 2.5rem)); padding: .25rem clamp(1rem, 4vw, 2.5rem); scroll-padding-inline: clamp(1rem, 4vw, 2.5rem); overflow-x: auto; scrollbar-width: thin; }
  .tabs a { white-space: nowrap; }
  .tabs [aria-current] { scroll-initial-target: nearest; }
}
@media (min-width: 40.01rem) and (max-width: 60rem) {
  th, td { padding-inline: .4rem; }
  :is(th, td):first-child { padding-left: .7rem; }
  :is(th, td):last-child { padding-right: .7rem; }
  td span > .tag { white-space: normal; }
  td[data-label=State] .tag { display: block; width: max-content; max-width: 100%; margin-bottom: .2rem; }
  td[data-label=Buyer] > div { min-width: 7rem; }
}
@media (pointer: coarse) and (min-width: 40.01rem) {
  td a:not(.button) { position: relative; }
  td a:not(.button)::after { content: ""; position: absolute; inset: -.65rem -.3rem; }
  td .button { min-height: 2.75rem; }
}
/* Each row is a card: its name and amount, and below them the other cells with their headings. */
@media screen and (max-width: 40rem) {
  table, tbody, tfoot { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { position: relative; display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .3rem 1rem; padding: .9rem; border-bottom: 1px solid var(--line); }
  tr:last-child { border-bottom: 0; }
  td { grid-column: 1 / -1; display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); gap: 0 .75rem; align-items: baseline; padding: 0; border: 0; }
  td.number { text-align: left; }
  td > div { min-width: 0; overflow-wrap: anywhere; }
  td[data-label]::before { content: attr(data-label); color: var(--quiet); overflow-wrap: normal; }
  td:empty { display: none; }
  td:first-child { display: block; grid-column: 1; font-size: 1rem; font-weight: 600; }
  td:is([data-label=Total], [data-label=Price], [data-label=Gross], [data-label="Gross sales"], [data-label=Sum], [data-label=Quantity]) { display: block; grid-area: 1 / 2; font-size: 1rem; font-weight: 600; text-align: right; white-space: nowrap; }
  td:first-child:has(+ [data-label=Quantity]:not(:last-child)) { grid-row: 1 / span 2; }
  td[data-label=Quantity]:not(:last-child) { grid-row: 2; color: var(--quiet); font-size: .875rem; font-weight: 400; }
  td:is(:first-child, [data-label=Total], [data-label=Price], [data-label=Gross], [data-label="Gross sales"], [data-label=Sum], [data-label=Quantity])::before { content: none; }
  td:first-child a::after { content: ""; position: absolute; inset: 0; }
  td:not(:first-child) a, td .choice { position: relative; z-index: 1; }
  td:not(:first-child) a { display: inline-flex; align-items: center; min-height: 2.75rem; vertical-align: baseline; }
  tfoot tr { padding: .6rem .9rem; }
  tbody:has(+ tfoot) tr:last-child { border-bottom: 1px solid var(--line); }
  tfoot th, tfoot td { display: block; grid-column: auto; padding: 0; border: 0; }
  tfoot td.number { text-align: right; }
  td:first-child a { text-decoration: none; }
  .log td { display: block; color: var(--quiet); }
  .log td::before { content: none; }
  .log td:not([data-label=What]) { font-size: .875rem; font-weight: 400; }
  .log [data-label=What] { color: var(--ink); font-weight: 600; }
  .log [data-label=Revision] { grid-area: 1 / 2; }
  .log [data-label=Revision] + td { grid-area: 1 / 1; }
  dl { grid-template-columns: 1fr; gap: 0; }
  .controls > *, .controls .actions > form { flex: 1 1 100%; }
  .controls .actions button { width: 100%; justify-content: center; }
  dd { margin: 0 0 .6rem; }
  dd a { display: inline-flex; align-items: center; min-height: 2.75rem; }
  .actions > button, .actions > .button { flex: 1 1 100%; justify-content: center; }
  .actions > .plain { flex: 1 1 auto; padding-inline: .75rem; }
  .selection .actions { flex: 1 1 100%; gap: .5rem; }
  td .actions > .plain { flex: none; }
  .panel > button { justify-self: stretch; justify-content: center; }
  form.row:not([role=search]) > button { flex: 1 1 100%; justify-content: center; }
  .bar button { flex: none; }
  .empty { grid-template-columns: 1fr; }
  .empty svg { max-width: 12rem; }
  .counts, .figures { grid-template-columns: 1fr 1fr; }
  .editor > .actions { flex-wrap: nowrap; }
  .editor > .actions > button { flex: none; }
  .editor > .actions p { font-size: .875rem; }
  .onsite:has(> img) { grid-template-columns: 1fr; }
  .onsite > img { width: auto; max-height: 9rem; margin-bottom: .9rem; }
  td:first-child .quiet { font-size: .875rem; font-weight: 400; }
  .figures > :last-child:nth-child(odd) { grid-column: 1 / -1; }
  .plot { gap: 0 .5rem; font-size: .75rem; }
  .months span:nth-child(odd) { visibility: hidden; }
  .chart text:not(.best) { display: none; }
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
