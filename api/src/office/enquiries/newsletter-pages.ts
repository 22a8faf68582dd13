import { IsNull, MoreThan, Not } from 'typeorm';
import { type NewsletterSignup, NewsletterSignups } from '../../database/entities';
import { unsubscribeUrl } from '../../features/enquiries/enquiries';
import type { CoreDeps } from '../../http/deps';
import type { ApiRouter } from '../../http/context';
import { html } from '../../http/html';
import { visitorOf } from '../../http/session';
import { showPage } from '../frame';

const BATCH = 5_000;

/** The pages that say how many read the newsletter, and export their confirmed addresses as CSV (RFC 4180). */
export function addNewsletterPages(router: ApiRouter, { db, env, security }: CoreDeps): void {
  const signups = db.getRepository(NewsletterSignups);

  router.get('/newsletter', async (ctx) => {
    const confirmed = await signups.countBy({ confirmedAt: Not(IsNull()) });
    showPage(ctx, {
      title: 'Newsletter',
      section: '/newsletter',
      body: html`<p>${confirmed} confirmed ${confirmed === 1 ? 'address' : 'addresses'}.</p>
        <p><a class="button" href="/newsletter.csv">Download as CSV</a></p>
        <p class="quiet">
          Addresses that are not confirmed yet are not in the file. Put each reader’s own link to unsubscribe
          into what you send, and into its header List-Unsubscribe.
        </p>`,
    });
  });

  router.get('/newsletter.csv', async (ctx) => {
    const rows = ['email,confirmed,unsubscribe'];
    let found: NewsletterSignup[];
    let last = 0;
    do {
      found = await signups.find({
        where: { confirmedAt: Not(IsNull()), id: MoreThan(last) },
        order: { id: 'ASC' },
        take: BATCH,
      });
      rows.push(
        ...found.map(
          (signup) =>
            `${cell(signup.email)},${signup.confirmedAt?.toISOString() ?? ''},${unsubscribeUrl(signup, env)}`,
        ),
      );
      last = found.at(-1)?.id ?? last;
    } while (found.length === BATCH);
    const account = visitorOf(ctx).userId;
    security.write({
      event: 'staff-action',
      result: 'success',
      account,
      route: '/newsletter.csv',
      target: ctx.path,
    });
    ctx.set('Content-Disposition', 'attachment; filename="newsletter.csv"');
    ctx.type = 'text/csv; charset=utf-8';
    ctx.body = `${rows.join('\r\n')}\r\n`;
  });
}

/** A quoted cell. An apostrophe keeps programs from running it as a formula (OWASP, "CSV injection"). */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
