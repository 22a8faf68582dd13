import { excerpt, longDate } from '@isa/api-contract';
import { IsNull, MoreThan, Not } from 'typeorm';
import { z } from 'zod';
import {
  ContactMessages,
  ContactReplies,
  type NewsletterSignup,
  NewsletterSignups,
} from '../../database/entities';
import type { AccountDeps } from '../../features/accounts/deps';
import { createEnquiries, unsubscribeUrl } from '../../features/enquiries/enquiries';
import type { ApiRouter } from '../../http/context';
import { html } from '../../http/html';
import { required } from '../../http/problem-error';
import { visitorOf } from '../../http/session';
import { definitionList, htmlTable, showPage, tabs } from '../frame';
import { addForm, formElement, idOf, namesOf } from '../forms';
import { textarea } from '../../http/form-fields';
import type { OfficeSession } from '../office-session';
import type { CoreDeps } from '../../http/deps';

/** How many of the newest messages are shown; the retention rules remove older ones. */
const SHOWN = 200;

/** The messages that wait for an answer, and those that have one. */
export function addEnquiryPages(router: ApiRouter, session: OfficeSession, deps: AccountDeps): void {
  const { db } = deps;
  const messages = db.getRepository(ContactMessages);
  const enquiries = createEnquiries(deps);

  router.get('/enquiries', async (ctx) => {
    const isAnswered = ctx.query['state'] === 'answered';
    const found = await messages.find({
      where: { answeredAt: isAnswered ? Not(IsNull()) : IsNull() },
      // The one who has waited longest comes first.
      order: { id: isAnswered ? 'DESC' : 'ASC' },
      take: SHOWN,
    });
    const list = htmlTable(
      ['From', 'Department', 'Received', 'Message'],
      found.map(({ id, name, surname, department, createdAt, message }) => [
        html`<a href="/enquiries/${id}">${name} ${surname}</a>`,
        department,
        longDate(createdAt),
        excerpt(message, 120, ' …'),
      ]),
    );
    showPage(ctx, {
      title: 'Enquiries',
      body: html`${tabs({ '/enquiries': 'Open', '/enquiries?state=answered': 'Answered' }, isAnswered ? '/enquiries?state=answered' : '/enquiries')}
      ${found.length === 0 ? html`<p>There are none.</p>` : list}`,
    });
  });

  addForm(router, '/enquiries/:id', session, {
    async load(ctx) {
      const message = required(await messages.findOneBy({ id: idOf(ctx) }));
      const replies = await db
        .getRepository(ContactReplies)
        .find({ where: { messageId: message.id }, order: { id: 'ASC' } });
      return { message, replies, nameOf: await namesOf(db, replies) };
    },
    schema: z.object({
      answer: z.string().trim().min(1, 'Write an answer.').max(5000, 'At most 5,000 characters.'),
    }),
    page: ({ message, replies, nameOf }, form) => ({
      title: `Message from ${message.name} ${message.surname}`,
      body: html`${definitionList({
          Department: message.department,
          'E-mail': message.email,
          Received: longDate(message.createdAt),
        })}
        <article><pre>${message.message}</pre></article>
        ${replies.map(
          (reply) =>
            html`<article>
              <p class="quiet">
                ${nameOf(reply) ?? 'A former member of staff'} answered on ${longDate(reply.createdAt)}:
              </p>
              <pre>${reply.body}</pre>
            </article>`,
        )}
        ${formElement(
          form,
          'Send the answer',
          textarea(form, {
            name: 'answer',
            label: 'Answer',
            required: true,
            max: 5000,
            hint: 'Sent by mail with the message quoted below it. Replies go to the support address.',
          }),
        )}`,
    }),
    async submit({ message }, { answer }, ctx, key) {
      await enquiries.answer(message.id, { key, body: answer, by: visitorOf(ctx).userId });
      return `/enquiries/${message.id}`;
    },
  });
}

const BATCH = 5_000;

/** The pages that say how many read the newsletter, and export their confirmed addresses as CSV (RFC 4180). */
export function addNewsletterPages(router: ApiRouter, { db, env, security }: CoreDeps): void {
  const signups = db.getRepository(NewsletterSignups);

  router.get('/newsletter', async (ctx) => {
    const confirmed = await signups.countBy({ confirmedAt: Not(IsNull()) });
    showPage(ctx, {
      title: 'Newsletter',
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
