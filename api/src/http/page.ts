import { createHash } from 'node:crypto';
import { html, Html } from './html';

export interface Page {
  readonly title: string;
  /** The content of the element `body`. */
  readonly body: Html;
}

/** A page's markup with its Content-Security-Policy. */
export interface RenderedPage {
  readonly markup: string;
  readonly policy: string;
}

/** Pages that load nothing: the policy allows only this style and forms that submit to their own origin. */
export function createPages(css: string): (page: Page) => RenderedPage {
  // One piece, since the policy's hash covers every byte between the tags.
  const style = new Html(`<style>${css}</style>`);
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
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
          ${body}
        </body>
      </html>`.markup,
  });
}
