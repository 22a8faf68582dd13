import { type OutboxMail, OutboxMails } from '../database/entities';
import type { Deps } from '../deps';
import { type ApiRouter, createRouter } from '../http/context';
import { escapeHtml } from './words';

const LATEST = 100;

/** The outbox as a page and as JSON, newest first, so that links in mails can be followed without a mail server. */
export function developmentMailRoutes({ db, env }: Deps): ApiRouter {
  const router = createRouter();
  // In production the outbox is nobody's business, so there is no such route at all.
  if (env.production) return router;
  router.get('/dev/mails', async (ctx) => {
    const { to } = ctx.query;
    const mails = await db.getRepository(OutboxMails).find({
      ...(typeof to === 'string' ? { where: { recipient: to } } : {}),
      order: { id: 'DESC' },
      take: LATEST,
    });
    if (ctx.accepts('html', 'json') === 'html') {
      ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
      ctx.type = 'html';
      ctx.body = page(mails);
    } else {
      ctx.body = { mails: mails.map(present) };
    }
  });
  return router;
}

function present({ id, kind, recipient, replyTo, subject, body, html, createdAt, sentAt }: OutboxMail) {
  return { id, kind, recipient, replyTo, subject, body, html, createdAt, sentAt };
}

function page(mails: readonly OutboxMail[]): string {
  const items = mails.map(
    ({ recipient, subject, body, createdAt, sentAt }) => `<article>
<h2>${escapeHtml(subject)}</h2>
<p class="file">To ${escapeHtml(recipient)} · ${createdAt.toISOString()} · ${sentAt ? 'sent' : 'waiting'}</p>
<pre>${linked(body)}</pre>
</article>`,
  );
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Mails of this development server</title>
<style>
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; background: #f7f5f0; color: #0d1420; font: 17px/1.5 Georgia, serif }
article { margin: 1.5rem 0; padding: 1rem 1.5rem; border: 1px solid #d9d4c7; border-radius: 4px; background: #fff }
h2 { margin: 0; font-size: 1.2rem }
.file { color: #5b6473; font: 13px/1.4 monospace }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 15px/1.5 monospace }
a { color: #7a5512 }
</style>
</head>
<body>
<h1>Mails of this development server</h1>
<p>No mail server is needed here: this page shows what would be sent. It does not exist in production.</p>
${items.join('\n') || '<p>There are no mails yet.</p>'}
</body>
</html>`;
}

/** Escapes the text and makes its addresses clickable. */
function linked(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
