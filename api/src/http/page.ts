import { createHash } from 'node:crypto';
import { html, Html } from './html';

export interface Page {
  readonly title: string;
  readonly body: Html;
}

export interface RenderedPage {
  readonly markup: string;
  readonly policy: string;
}

/** The policy of these pages allows only this style, this script and forms to their own origin. */
export function createPages(css: string, script?: string): (page: Page) => RenderedPage {
  // The element is one piece, because the policy's hash covers every byte between the tags.
  const style = new Html(`<style>${css}</style>`);
  const policy = [
    "default-src 'none'",
    `style-src ${hashSource(css)}`,
    ...(script === undefined ? [] : [`script-src ${hashSource(script)}`]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return ({ title, body }) => ({
    policy,
    markup: html`<!doctype html>
      <html lang="en-GB">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${title}</title>
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
