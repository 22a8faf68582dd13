import type { ApiContext, ApiMiddleware } from '../http/context';
import { html } from '../http/html';
import type { HtmlPage } from '../http/html-page';
import { FONT_CACHING, fontAt } from '../staff-pages/fonts';
import { createStaffPages, successNotice } from '../staff-pages/layout';
import { DONE, OFFICE_SCRIPT } from './office-script';

const FONTS = '/fonts';

const OPTIONS = {
  area: 'Office',
  home: '/',
  sections: {
    '/': 'Today',
    '/orders': 'Orders',
    '/enquiries': 'Enquiries',
    '/catalogue': 'Catalogue',
    '/customers': 'Customers',
    '/newsletter': 'Newsletter',
    '/reports': 'Reports',
    '/staff': 'Staff',
  },
  fonts: FONTS,
  images: "'self' data: blob:",
};
const plainPage = createStaffPages(OPTIONS);
const pageWithScript = createStaffPages({
  ...OPTIONS,
  script: OFFICE_SCRIPT,
  policy: ["connect-src 'self'", "media-src 'self' blob:"],
});

/** Answers with a page of the office: the menu for members of staff, then the content. */
export function sendOfficePage(
  ctx: ApiContext,
  { title, body, back, images = '', formTarget }: HtmlPage,
): void {
  const name = ctx.state.visitor?.name;
  const account =
    name === undefined
      ? undefined
      : html`<form action="/logout" method="post">
          <a href="/passkeys">${name}</a><button type="submit">Log out</button>
        </form>`;
  const isDone = ctx.query[DONE] !== undefined;
  // Escaped text contains no quotation marks and no tags. After a change the script forgets what was typed.
  const needsScript = isDone || /data-(?:passkey|choose-all|upload)="|<textarea /.test(body.markup);
  const pageOf = needsScript ? pageWithScript : plainPage;
  const { markup, policy } = pageOf({
    title,
    ...(back && { back }),
    body: html`${isDone && successNotice('Done.')} ${body}`,
    path: ctx.path,
    account,
  });
  ctx.set({
    'Content-Security-Policy': policy
      .replace("img-src 'self'", `$& ${images}`)
      .replace("form-action 'self'", `$& ${formTarget ?? ''}`),
    // By `same-origin`, browsers tell the other origin `null` instead of where a form comes from (Fetch §3.2).
    'Referrer-Policy': formTarget === undefined ? 'same-origin' : 'strict-origin',
  });
  ctx.type = 'html';
  ctx.body = markup;
}

/** The fonts of the pages, for all clients, because the login page uses them as well. */
export const serveFonts: ApiMiddleware = async (ctx, next) => {
  const bytes = fontAt(FONTS, ctx.path);
  if (!bytes) {
    await next();
    return;
  }
  ctx.set('Cache-Control', FONT_CACHING);
  ctx.type = 'font/woff2';
  ctx.body = bytes;
};

/** Redirects with GET, so that reloading submits nothing again (RFC 9110 §15.4.4). */
export function seeOther(ctx: ApiContext, path: string): void {
  ctx.redirect(path);
  ctx.status = 303;
}
