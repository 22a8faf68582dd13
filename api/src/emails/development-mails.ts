import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import { type OutboxMail, OutboxMails } from '../database/entities';
import { type ApiRouter, createRouter } from '../http/context';
import type { CoreDeps } from '../http/deps';
import { html, type Html } from '../http/html';
import { sendHtmlPage } from '../http/html-page';
import { ProblemError } from '../http/problem-error';

const LATEST = 100;

/** Shows the outbox, newest first, so that links in mails work without a mail server. */
export function developmentMailRoutes({ db, env }: Pick<CoreDeps, 'db' | 'env'>): ApiRouter {
  const router = createRouter();
  // Mails are private, so the route does not exist in production.
  if (env.production) return router;
  router.get('/dev/mails', async (ctx) => {
    if (!isFromThisMachine(ctx.req) || !namesThisMachine(ctx.req, env.siteOrigin)) {
      throw new ProblemError('not-found');
    }
    const { to } = ctx.query;
    const mails = await db.getRepository(OutboxMails).find({
      ...(typeof to === 'string' ? { where: { recipient: to } } : {}),
      order: { id: 'DESC' },
      take: LATEST,
    });
    if (ctx.accepts('html', 'json') === 'html') {
      sendHtmlPage(ctx, page(mails));
    } else {
      ctx.body = { mails: mails.map(present) };
    }
  });
  return router;
}

/** @returns whether all is this machine's. A proxy appends its client, so a forged header only adds. */
function isFromThisMachine({ headers, socket }: IncomingMessage): boolean {
  const forwarded = headers['x-forwarded-for'];
  const addresses = [
    socket.remoteAddress ?? '',
    ...(forwarded === undefined ? [] : String(forwarded).split(',')),
  ];
  return addresses.every((address) => {
    const plain = address.trim().replace(/^::ffff:/i, '');
    return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
  });
}

/** @returns whether it names this machine: pages of a site whose name leads here (DNS rebinding) do not. */
function namesThisMachine({ headers }: IncomingMessage, siteOrigin: string): boolean {
  const address = `http://${headers.host ?? ''}`;
  const hostname = URL.canParse(address) ? new URL(address).hostname : '';
  const isLocal = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return isLocal || hostname === new URL(siteOrigin).hostname;
}

function present({ id, kind, recipient, replyTo, subject, body, html, createdAt, sentAt }: OutboxMail) {
  return { id, kind, recipient, replyTo, subject, body, html, createdAt, sentAt };
}

function page(mails: readonly OutboxMail[]) {
  const items = mails.map(
    ({ recipient, subject, body, createdAt, sentAt }) =>
      html`<article>
        <h2>${subject}</h2>
        <p class="file">To ${recipient} · ${createdAt.toISOString()} · ${sentAt ? 'sent' : 'waiting'}</p>
        <pre>${withLinks(body)}</pre>
      </article>`,
  );
  return {
    title: 'Mails of this development server',
    body: html`<p>
        These are the emails that this server has sent. Development needs no mail server, and production does
        not have this page.
      </p>
      ${items.length > 0 ? items : html`<p>There are no emails yet.</p>`}`,
  };
}

/** Makes addresses links; punctuation after an address does not belong to it. */
function withLinks(text: string): Html[] {
  return text
    .split(/(https?:\/\/\S*[^\s.,;:!?'")\]])/)
    .map((piece, index) => (index % 2 === 1 ? html`<a href="${piece}">${piece}</a>` : html`${piece}`));
}
