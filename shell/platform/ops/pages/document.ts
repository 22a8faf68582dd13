import type { Context } from 'koa';
import { html, type Html } from '../../../../api/src/http/html';
import { fontAt, FONT_CACHING } from '../../../../api/src/staff-pages/fonts';
import { createStaffPages } from '../../../../api/src/staff-pages/layout';
import type { OperatorSession } from './operator-session';

export interface OperatorsPage {
  readonly title: string;
  readonly body: Html;
  readonly caption?: string;
  /** Absent while logged out. */
  readonly session?: OperatorSession | undefined;
}

const FONTS = '/ops/fonts';

/** Without scripts: the policy allows only the style and the fonts, so that nothing of a release runs. */
const pageOf = createStaffPages({
  area: 'Operators',
  home: '/ops/releases',
  sections: { '/ops/releases': 'Releases', '/ops/failures': 'Errors and emails' },
  fonts: FONTS,
});

export function show(ctx: Context, status: number, { session, ...page }: OperatorsPage): void {
  const account =
    session &&
    html`<form method="post" action="/ops/logout">
      <span>${session.who}</span>
      ${session.canLogOut && html`<button type="submit">Log out</button>`}
    </form>`;
  const { markup, policy } = pageOf({ ...page, path: ctx.path, account });
  ctx.set('Content-Security-Policy', policy);
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = markup;
}

/** @returns whether the address is a font of these pages. */
export function showFont(ctx: Context): boolean {
  const bytes = fontAt(FONTS, ctx.path);
  if (!bytes) return false;
  ctx.set('Cache-Control', FONT_CACHING);
  ctx.type = 'font/woff2';
  ctx.body = bytes;
  return true;
}

/** Redirects with GET, so that a reload does not submit the form again (RFC 9110 §15.4.4). */
export function seeOther(ctx: Context, location: string): void {
  ctx.redirect(location);
  ctx.status = 303;
}

export function hiddenFields(fields: Readonly<Record<string, string>>): readonly Html[] {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
}
