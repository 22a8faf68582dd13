import { academy } from '@isa/api-contract';
import { type InlinedRegistry, REGISTRY_ELEMENT } from './inlined-registry';
import { type ComposedPage, PAGE_ELEMENT } from './page-data';

/** A script as it is referred to from a page. */
export interface Script {
  readonly url: string;
  /** W3C Subresource Integrity. */
  readonly integrity?: string;
}

export interface PageParts {
  readonly registry: InlinedRegistry;
  readonly shellScripts: readonly Script[];
  /** What the owning remote will ask for first. */
  readonly earlyScripts: readonly Script[];
  /** Elements of the head that the page brings itself; a page without any gets this title. */
  readonly head: readonly string[];
  readonly styles: string;
  readonly fonts: readonly string[];
  readonly body: string;
  /** What was drawn; absent where the browser draws everything. */
  readonly page?: ComposedPage;
  /** Said to those whose browser runs no scripts. */
  readonly withoutScripts?: string;
}

/**
 * A complete document in the order in which it is needed: the head has the first screen's picture and styles, then comes
 * the page itself, and after it what the page can be read without, at low priority: fonts, then scripts. In the head
 * they would be asked for, before anything is painted, on a line that the page's own bytes and picture still need, and
 * a font that is preloaded there holds up the first paint (decision 303).
 */
export function pageHtml(parts: PageParts): string {
  const pictures = parts.head.filter((element) => /^<link rel="preload" as="image"/.test(element));
  const others = parts.head.filter((element) => !pictures.includes(element));
  const faces = others.filter((element) => element.startsWith('<style'));
  const words = others.filter((element) => !element.startsWith('<style'));
  const { registry, page } = parts;
  return [
    '<!doctype html>',
    '<html lang="en-GB">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...words,
    ...pictures,
    ...faces,
    parts.styles,
    '<meta name="theme-color" content="#0d1420">',
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    '</head>',
    '<body>',
    ...(parts.withoutScripts
      ? [`<noscript><p class="isa-noscript">${escapeText(parts.withoutScripts)}</p></noscript>`]
      : []),
    `<div id="root">${parts.body}</div>`,
    ...parts.fonts.map(
      (url) =>
        `<link rel="preload" as="font" type="font/woff2" fetchpriority="low" href="${url}" crossorigin>`,
    ),
    ...parts.shellScripts.map(
      (script) => `<script defer fetchpriority="low" src="${script.url}"${hash(script)}></script>`,
    ),
    // A preload and not a script: a failed script element would be found and waited for by the runtime.
    ...parts.earlyScripts.map(
      (script) => `<link rel="preload" as="script" fetchpriority="low" href="${script.url}"${hash(script)}>`,
    ),
    jsonElement(REGISTRY_ELEMENT, registry),
    ...(page ? [jsonElement(PAGE_ELEMENT, page)] : []),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** A title for the time until the page brings its own. */
export function titleElement(title: string | undefined): string {
  return `<title>${escapeText(title ? `${title} · ${academy.name}` : academy.name)}</title>`;
}

/** Leads on where neither server nor script can. */
export function redirectHtml(to: string): string {
  const address = to.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return [
    '<!doctype html>',
    '<html lang="en-GB">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="refresh" content="0; url=${address}">`,
    `<link rel="canonical" href="${address}">`,
    titleElement(undefined),
    '</head>',
    `<body><a href="${address}">This page has moved.</a></body>`,
    '</html>',
    '',
  ].join('\n');
}

function hash({ integrity }: Script): string {
  return integrity ? ` integrity="${integrity}" crossorigin="anonymous"` : ' crossorigin="anonymous"';
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** JSON that cannot close its script element. */
function jsonElement(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
}
