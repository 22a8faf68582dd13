import { academy } from '@isa/api-contract';
import { type InlinedRegistry, REGISTRY_ELEMENT } from '../formats/inlined-registry';
import { type PrerenderedPage, PAGE_ELEMENT, STARTED_SCRIPT } from '../formats/page-data';
import type { CompleteRegistry, PageRegistry } from '../formats/registry';
import { libraryFiles, type Release, shellAddress, type StoredRelease, storedAt } from '../formats/release';

export interface Script {
  readonly url: string;
  readonly integrity?: string;
}

export interface PageContent {
  readonly registry: InlinedRegistry;
  readonly shellScripts: readonly Script[];
  /** Runs the scripts after the first frame; without it they run when the document is parsed. */
  readonly bootstrap?: Script | undefined;
  readonly preloads: readonly Script[];
  readonly head: readonly string[];
  readonly styles: string;
  readonly fonts: readonly string[];
  readonly body: string;
  /** How the page was rendered; absent where the browser renders everything. */
  readonly page?: PrerenderedPage;
  readonly noscript?: string;
}

/**
 * The head has the picture and the styles of the first screen. Fonts and scripts follow the content: they
 * would compete with it for bandwidth, and a preloaded font delays the first paint (decision 0302).
 */
export function pageHtml(content: PageContent): string {
  const { registry, page, noscript } = content;
  const isPicture = (element: string) => element.startsWith('<link rel="preload" as="image"');
  const isFontFace = (element: string) => element.startsWith('<style');
  return [
    '<!doctype html>',
    '<html lang="en-GB">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...content.head.filter((element) => !isPicture(element) && !isFontFace(element)),
    ...content.head.filter(isPicture),
    ...content.head.filter(isFontFace),
    content.styles,
    '<meta name="theme-color" content="#0d1420">',
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    '</head>',
    '<body>',
    ...(noscript ? [`<noscript><p class="isa-noscript">${escapeText(noscript)}</p></noscript>`] : []),
    `<div id="root">${content.body}</div>`,
    ...content.fonts.map(
      (url) =>
        `<link rel="preload" as="font" type="font/woff2" fetchpriority="low" href="${url}" crossorigin>`,
    ),
    ...(content.bootstrap
      ? [
          scriptElement(content.bootstrap, 'high'),
          ...content.shellScripts.map((script) => preload(script, STARTED_SCRIPT)),
        ]
      : content.shellScripts.map((script) => scriptElement(script, 'low'))),
    // These are preloads and not scripts, because the federation runtime would find a failed script element and
    // wait for it.
    ...content.preloads.map((script) => preload(script)),
    jsonElement(REGISTRY_ELEMENT, registry),
    ...(page ? [jsonElement(PAGE_ELEMENT, page)] : []),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

export function titleElement(title: string | undefined): string {
  return `<title>${escapeText(title ? `${title} · ${academy.name}` : academy.name)}</title>`;
}

/** A page that redirects where neither the server nor a script can. */
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

function scriptElement(script: Script, priority: 'high' | 'low'): string {
  return `<script defer fetchpriority="${priority}" src="${script.url}"${integrity(script)}></script>`;
}

function preload(script: Script, marker?: string): string {
  const mark = marker ? ` ${marker}` : '';
  return `<link rel="preload" as="script" fetchpriority="low" href="${script.url}"${integrity(script)}${mark}>`;
}

function integrity({ integrity }: Script): string {
  return integrity ? ` integrity="${integrity}" crossorigin="anonymous"` : ' crossorigin="anonymous"';
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** JSON that cannot close its script element. */
function jsonElement(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
}

export function shellScripts(release: StoredRelease & Pick<Release, 'entry'>): readonly Script[] {
  return [...libraryFiles(release), release.entry].map((file) => shellScript(release, file));
}

/** The script that runs the others after the first frame (decision 0302), of a shell that has one. */
export function bootstrapScript(release: StoredRelease): Script | undefined {
  const file = Object.keys(release.files).find((name) => /^bootstrap\.[^/]*\.js$/.test(name));
  return file === undefined ? undefined : shellScript(release, file);
}

function shellScript(release: StoredRelease, file: string) {
  const released = release.files[file];
  if (!released) throw new Error(`shell@${release.version} has no file ${file}.`);
  return { url: `/${shellAddress(release, file)}`, integrity: released.integrity };
}

/** The preloads of a route's page, which would be requested last without them. */
export function pageScripts(
  { cdn }: Pick<PageRegistry, 'cdn'>,
  release: Pick<Release, 'name' | 'version' | 'files' | 'pages' | 'sharesFiles'>,
  route: string,
): readonly Script[] {
  const { name, files, pages } = release;
  const origin = name === 'shell' ? '' : cdn;
  return (pages?.[route] ?? []).flatMap((file) => {
    const integrity = files[file]?.integrity;
    return integrity ? [{ url: `${origin}/${storedAt(release, file)}`, integrity }] : [];
  });
}

/** The entry of the remote that renders the page, and the chunks that the entry always requests next. */
export function entryScripts({ cdn, registry }: CompleteRegistry, remote: string | undefined) {
  const live = registry.remotes.find(({ name }) => name === remote)?.live;
  if (!live || live.unverified) return [];
  return [{ path: live.entry, integrity: live.integrity }, ...live.scripts].map(({ path, integrity }) => ({
    url: `${cdn}/${path}`,
    integrity,
  }));
}
