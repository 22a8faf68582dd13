import { createHash } from 'node:crypto';
import type { ApiContext } from './context';
import { html, Html } from './html';

export interface HtmlPage {
  readonly title: string;
  readonly body: Html;
  /** The page that a link above the heading leads back to. */
  readonly back?: readonly [path: string, label: string];
  /** Another origin whose pictures it shows. */
  readonly images?: string;
  /** Another origin to which a form of it is sent. */
  readonly formTarget?: string;
}

interface DocumentOptions {
  readonly css: string;
  readonly script?: string;
  /** Fonts of the origin that the style uses; they are loaded early. */
  readonly fonts?: readonly string[];
  /** The icon as an address with its data. */
  readonly icon?: string;
  /** Further directives of the policy. */
  readonly policy?: readonly string[];
}

/** A page as it is sent, and the policy that allows only its style, its script and forms to its own origin. */
export function createDocuments({ css, script, icon, fonts = [], policy: further = [] }: DocumentOptions) {
  // The element is one piece, because the policy's hash covers every byte between the tags.
  const style = new Html(`<style>${css}</style>`);
  const policy = [
    "default-src 'none'",
    `style-src ${hashSource(css)}`,
    ...(script === undefined ? [] : [`script-src ${hashSource(script)}`]),
    ...(fonts.length > 0 ? ["font-src 'self'"] : []),
    ...further,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return ({ title, body }: HtmlPage) => ({
    policy,
    markup: html`<!doctype html>
      <html lang="en-GB">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${title}</title>
          ${icon !== undefined && html`<link rel="icon" href="${icon}" />`}
          ${fonts.map(
            (font) => html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin />`,
          )}
          ${style}
        </head>
        <body>
          ${body} ${script !== undefined && new Html(`<script>${script}</script>`)}
        </body>
      </html>`.markup,
  });
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const STYLE = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; overflow-wrap: anywhere; background: #f7f5f0; color: #0d1420; font: 17px/1.55 "Inter", system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: clamp(2rem, 7vw, 5rem) 1.25rem; }
h1 { margin: 0 0 .75rem; font: 600 clamp(1.7rem, 5vw, 2.4rem)/1.15 "Fraunces", Georgia, serif; text-wrap: balance; }
p { margin: 0 0 1rem; max-width: 62ch; text-wrap: pretty; }
.file { margin: 0 0 1.5rem; color: #5b6473; font: 13px/1.4 ui-monospace, monospace; letter-spacing: .06em; text-transform: uppercase; }
.file a { color: inherit; }
form { display: grid; gap: 1.1rem; margin: 2rem 0; padding: clamp(1.25rem, 4vw, 2.5rem); background: #fff; border: 1px solid #d9d4c7; border-radius: 6px; }
label { display: block; margin: 0 0 .35rem; font-weight: 600; }
input, select, textarea { width: 100%; min-height: 2.9rem; padding: .6rem .75rem; border: 1px solid #8a8f98; border-radius: 4px; background: #fff; color: inherit; font: inherit; }
textarea { min-height: 11rem; resize: vertical; }
[aria-invalid] { border-color: #b3261e; }
:focus-visible { outline: 3px solid #b8862d; outline-offset: 2px; }
.star { color: #b3261e; }
.error { margin: .4rem 0 0; color: #b3261e; font-size: 15px; }
.trap { visibility: hidden; position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
button { justify-self: start; min-height: 2.9rem; padding: .7rem 1.5rem; border: 0; border-radius: 4px; background: #b8862d; color: #0d1420; font: inherit; font-weight: 600; cursor: pointer; }
a { color: #7a5512; }
article { margin: 1.5rem 0; padding: 1rem 1.5rem; border: 1px solid #d9d4c7; border-radius: 4px; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 15px/1.5 ui-monospace, monospace; }
`;

const documentOf = createDocuments({ css: STYLE });

/** Answers with a page of forms for visitors. Without the referrer policy browsers state no origin when it is sent. */
export function sendHtmlPage(ctx: ApiContext, { title, body }: HtmlPage): void {
  const { markup, policy } = documentOf({
    title: `${title} | International Surveillance Academy`,
    body: html`<main>
      <p class="file"><a href="/">International Surveillance Academy</a></p>
      <h1>${title}</h1>
      ${body}
    </main>`,
  });
  ctx.set({ 'Content-Security-Policy': policy, 'Referrer-Policy': 'same-origin' });
  ctx.type = 'html';
  ctx.body = markup;
}
