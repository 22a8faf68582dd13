import { calls } from '@isa/api-contract';
import { issueMailToken } from '../../features/accounts/mail-tokens';
import type { ApiRouter } from '../../http/context';
import type { CoreDeps } from '../../http/deps';
import { html } from '../../http/html';
import { visitorOf } from '../../http/session';
import { sendOfficePage } from '../layout';

/** The page from which a member of staff opens the site with releases that visitors do not get yet. */
export function addStaffViewPage(router: ApiRouter, { db, env, now }: CoreDeps): void {
  router.get('/staff-view', async (ctx) => {
    const ticket = await issueMailToken(db.manager, visitorOf(ctx).userId, 'staff-view', now());
    sendOfficePage(ctx, {
      title: 'Staff view',
      formTarget: env.siteOrigin,
      body: html`<p>
          See new versions of the site’s pages before visitors do. In this browser the site then shows the
          releases for staff, and a bar at the bottom in which you can choose another release.
        </p>
        <form class="actions" action="${env.siteOrigin}${calls.beginStaffView.path}" method="post">
          <input type="hidden" name="ticket" value="${ticket}" /><button type="submit">Open the site</button>
        </form>
        <p class="quiet">
          The button works for five minutes. The staff view ends after about two and a half hours, or when you
          end it in the bar. If no bar appears, allow cookies for the site.
        </p>`,
    });
  });
}
