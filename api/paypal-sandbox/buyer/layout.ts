import { html, type Html } from '../../src/http/html';

/** The frame of every page in the buyer's window, with a notice that this is a sandbox. */
export function layout(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Payment sandbox</title>
        <link rel="stylesheet" href="/checkoutnow/buyer.css" />
        <script src="/checkoutnow/buyer.js" defer></script>
      </head>
      <body>
        <header class="bar">
          <svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
            <path
              d="M2 9V2h7M23 2h7v7M30 23v7h-7M9 30H2v-7"
              fill="none"
              stroke="currentColor"
              stroke-width="2"
            />
            <circle cx="16" cy="16" r="6" fill="none" stroke="currentColor" stroke-width="2" />
            <path d="M16 5v6M16 21v6M5 16h6M21 16h6" stroke="currentColor" stroke-width="2" />
          </svg>
          <p class="caption">Payment sandbox</p>
        </header>
        <p class="banner">
          <strong>No money moves here.</strong> This window plays PayPal for trying out the shop.
        </p>
        <main>${content}</main>
      </body>
    </html>`.markup;
}
