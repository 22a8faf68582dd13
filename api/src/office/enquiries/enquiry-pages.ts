import { excerpt, longDate, MESSAGE_MAX_LENGTH } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { type FindOptionsWhere, IsNull, MoreThan, Not } from 'typeorm';
import { z } from 'zod';
import {
  type ContactMessage,
  ContactMessages,
  ContactReplies,
  ENQUIRY_STATES,
  type EnquiryState,
  type NewsletterSignup,
  NewsletterSignups,
} from '../../database/entities';
import { containsWords } from '../../database/search-texts';
import type { AccountDeps } from '../../features/accounts/deps';
import { createEnquiries, quoteLines, unsubscribeUrl } from '../../features/enquiries/enquiries';
import type { ApiRouter } from '../../http/context';
import { html, type Html } from '../../http/html';
import { required } from '../../http/problem-error';
import { visitorOf } from '../../http/session';
import { sendOfficePage } from '../layout';
import {
  brokenEmail,
  definitionList,
  emptyState,
  figureList,
  htmlTable,
  searchForm,
  searchOf,
  tabs,
  tag,
} from '../../staff-pages/layout';
import { sendCsv } from '../csv';
import { addForm, formElement, hiddenFields, idOf, namesOf } from '../forms';
import { type FormState, select, textarea } from '../../http/form-fields';
import type { OfficeSession } from '../office-session';
import type { CoreDeps } from '../../http/deps';

/** How many of the newest messages are shown; the retention rules remove older ones. */
const SHOWN = 200;

/** The lists of messages, which the start page counts. */
export const ENQUIRY_LISTS: Readonly<
  Record<
    string,
    {
      readonly label: string;
      /** What an empty list says: that it is empty, and what appears in it. */
      readonly empty: readonly [title: string, text: string];
      readonly where: FindOptionsWhere<ContactMessage>;
    }
  >
> = {
  new: {
    label: 'New',
    empty: [
      'No messages to answer.',
      'Messages from the contact form appear here. Those that you have answered are under “Quoted” and “Closed”.',
    ],
    where: { state: 'new', heldAt: IsNull() },
  },
  quotes: {
    label: 'Quotes to send',
    empty: [
      'No quotes to send.',
      'Requests from the quote form of a course appear here. Answer one, and it moves to “Quoted”.',
    ],
    where: { state: 'new', heldAt: IsNull(), quote: Not(IsNull()) },
  },
  quoted: {
    label: 'Quoted',
    empty: ['No message is marked as quoted.', 'Your answer to a request for a quote puts it here.'],
    where: { state: 'quoted' },
  },
  booked: {
    label: 'Booked',
    empty: [
      'No message is marked as booked.',
      'When a customer accepts a quote, open it and choose “Booked”.',
    ],
    where: { state: 'booked' },
  },
  closed: {
    label: 'Closed',
    empty: [
      'No message is closed.',
      'Answered messages appear here. If a message needs no answer, open it and choose “Closed”.',
    ],
    where: { state: 'closed' },
  },
  suspicious: {
    label: 'Suspicious',
    empty: [
      'No suspicious messages.',
      'Messages that may come from programs wait here. If a person wrote one, open it and press “Release it”.',
    ],
    where: { heldAt: Not(IsNull()) },
  },
};
const STATE_LABELS: Readonly<Record<EnquiryState, string>> = {
  new: 'New',
  quoted: 'Quoted',
  booked: 'Booked',
  closed: 'Closed',
};

/** With these words the site begins the message of a visitor who asks for a promotion. */
const OFFER = /^About: Promotion: /;

/** What kind of message it is. */
function kindOf({ quote, message }: ContactMessage): Html {
  if (quote) return tag('Quote', 'accent');
  return OFFER.test(message) ? tag('Offer', 'accent') : tag('Message');
}

const STATE_TONES = { new: 'accent', quoted: 'plain', booked: 'success', closed: 'plain' } as const;

/** The messages by how far they are, and those that may come from programs. */
export function addEnquiryPages(router: ApiRouter, session: OfficeSession, deps: AccountDeps): void {
  const { db, env } = deps;
  const messages = db.getRepository(ContactMessages);
  const enquiries = createEnquiries(deps);

  router.get('/enquiries', async (ctx) => {
    const search = searchOf(ctx);
    const state = String(ctx.query['state'] ?? '');
    const list = Object.hasOwn(ENQUIRY_LISTS, state) ? state : 'new';
    const query = messages.createQueryBuilder('m').limit(SHOWN);
    if (search === '') query.where(ENQUIRY_LISTS[list]?.where ?? {});
    else query.where(containsWords(query, search));
    // Who has waited longest for an answer comes first.
    const isWaiting = search === '' && (list === 'new' || list === 'quotes');
    query.orderBy('m.id', isWaiting ? 'ASC' : 'DESC');
    const found = await query.getMany();
    const links = await Promise.all(
      Object.entries(ENQUIRY_LISTS).map(async ([name, { label, where }]) => {
        const count = await messages.countBy(where);
        return [`/enquiries?state=${name}`, html`${label} <b>${count}</b>`] as const;
      }),
    );
    // All messages of a list have its state.
    const isSearch = search !== '';
    const table = htmlTable(
      ['From', 'Kind', 'About', ...(isSearch ? ['State'] : []), 'Received', 'Message'],
      found.map((row) => {
        const { id, name, surname, department, quote, state: stateNow, createdAt, message, heldAt } = row;
        return [
          html`<a href="/enquiries/${id}">${name} ${surname}</a>`,
          kindOf(row),
          quote ? [quote.organisation, quote.course].filter(Boolean).join(': ') : department,
          ...(isSearch
            ? [
                heldAt === null
                  ? tag(STATE_LABELS[stateNow], STATE_TONES[stateNow])
                  : tag('Suspicious', 'error'),
              ]
            : []),
          longDate(createdAt),
          excerpt(message, 120, ' …'),
        ];
      }),
    );
    const none =
      search === ''
        ? ENQUIRY_LISTS[list]?.empty
        : ([`No message contains “${search}”.`, 'Try a part of a word, or the email address.'] as const);
    const hasAny = found.length > 0 || (await messages.exists());
    sendOfficePage(ctx, {
      title: 'Enquiries',
      body: html`${tabs(Object.fromEntries(links), search === '' ? `/enquiries?state=${list}` : '')}
      ${hasAny && searchForm('Name, organisation, email or words of the message', search)}
      ${
        found.length > 0
          ? table
          : none &&
            emptyState(
              ...none,
              html`<a class="button plain" href="${env.siteOrigin}${paths.contactForm}"
                >See the form on the site</a
              >`,
              'envelope',
            )
      }`,
    });
  });

  addForm(router, '/enquiries/:id/release', session, {
    load: async (ctx) => required(await messages.findOneBy({ id: idOf(ctx), heldAt: Not(IsNull()) })),
    schema: z.object({}),
    page: ({ id, name, surname }, form) => ({
      title: `Release the message from ${name} ${surname}`,
      body: html`<p>
          The message then waits for an answer like the others, and its sender is told that it has arrived.
        </p>
        ${formElement(form, 'Release the message')}
        <p><a href="/enquiries/${id}">Back to the message</a></p>`,
    }),
    async submit({ id }) {
      await enquiries.release(id);
      return `/enquiries/${id}`;
    },
  });

  addForm(router, '/enquiries/:id/state', session, {
    load: async (ctx) => required(await messages.findOneBy({ id: idOf(ctx) })),
    schema: z.object({ state: z.enum(ENQUIRY_STATES, { error: 'Choose a state.' }) }),
    initial: ({ state }) => ({ state }),
    page: ({ id, name, surname }, form) => ({
      title: `State of the message from ${name} ${surname}`,
      body: html`${formElement(form, 'Save', stateField(form))}
        <p><a href="/enquiries/${id}">Back to the message</a></p>`,
    }),
    async submit({ id }, { state }) {
      await enquiries.setState(id, state);
      return `/enquiries/${id}`;
    },
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
      answer: z.string().min(1, 'Write an answer.').max(MESSAGE_MAX_LENGTH, 'At most 5,000 characters.'),
      seen: z.coerce.number<string>().int().optional(),
    }),
    page: ({ message, replies, nameOf }, form) => ({
      title: `Message from ${message.name} ${message.surname}`,
      back: ['/enquiries', 'Enquiries'],
      body: html`${
          message.heldAt !== null &&
          html`<p class="notice">
            A hidden field of the form was filled in. Programs that fill in every form do this, and some
            browsers do too. Nobody has been told about the message.
            <a href="/enquiries/${message.id}/release">Release it</a>
          </p>`
        }
        <div class="columns">
          <div>
            <article><pre dir="auto">${message.message}</pre></article>
            ${replies.map(
              (reply) =>
                html`<article>
                  <p class="quiet">
                    ${nameOf(reply) ?? 'A former member of staff'} answered on ${longDate(reply.createdAt)}:
                  </p>
                  <pre dir="auto">${reply.body}</pre>
                </article>`,
            )}
            ${formElement(
              form,
              'Send the answer',
              html`<input type="hidden" name="seen" value="${replies.length}" /> ${textarea(form, {
                  name: 'answer',
                  label: 'Answer',
                  required: true,
                  hint: `Sent by email: “Hello ${message.name},” stands above it, and the message below. Replies go to the support address.`,
                })}`,
            )}
          </div>
          <aside>
            <form class="panel" method="post" action="/enquiries/${message.id}/state">
              ${hiddenFields(form)} ${stateField({ ...form, errors: {}, values: { state: message.state } })}
              <button type="submit" class="plain">Save the state</button>
            </form>
            <div class="card">
              ${definitionList({
                Department: message.department,
                ...Object.fromEntries(quoteLines(message.quote)),
                Email: message.email,
                Received: longDate(message.createdAt),
              })}
            </div>
          </aside>
        </div>`,
    }),
    async submit({ message }, { answer, seen }, ctx, key) {
      await enquiries.answer(message.id, { key, body: answer, by: visitorOf(ctx).userId, seen });
      return `/enquiries/${message.id}`;
    },
  });
}

/** Closing needs no answer. */
function stateField(form: FormState): Html {
  return select(form, { name: 'state', label: 'State', options: STATE_LABELS });
}

const BATCH = 5_000;

const EXPORT_GUIDE = html`<details>
  <summary>How to send a newsletter</summary>
  <p>
    The file contains each confirmed address with its own unsubscribe link, which every newsletter must show.
    Upload the file to the program that sends your newsletter. Insert the column “unsubscribe” at the end of
    the text, and let the program use it as the List-Unsubscribe header too, so mail programs offer a button
    to unsubscribe. Download the file again before each newsletter, because people leave.
  </p>
</details>`;

const EXPORT = html`<p class="actions"><a class="button" href="/newsletter.csv">Download as CSV</a></p>`;

const NO_EXPORT = html`<p class="actions">
  <button type="button" class="plain" disabled aria-describedby="no-export">Download as CSV</button>
  <span id="no-export" class="quiet">The file would be empty until an address is confirmed.</span>
</p>`;

/** The pages that say who reads the newsletter, and export the confirmed addresses as CSV (RFC 4180). */
export function addNewsletterPages(router: ApiRouter, session: OfficeSession, deps: CoreDeps): void {
  const { db, env, security } = deps;
  const signups = db.getRepository(NewsletterSignups);
  const enquiries = createEnquiries(deps);

  router.get('/newsletter', async (ctx) => {
    const search = searchOf(ctx);
    const [confirmed, waiting, suspicious] = await Promise.all([
      signups.countBy({ confirmedAt: Not(IsNull()) }),
      signups.countBy({ confirmedAt: IsNull(), heldAt: IsNull() }),
      signups.countBy({ heldAt: Not(IsNull()) }),
    ]);
    const query = signups.createQueryBuilder('s').orderBy('s.id', 'DESC').limit(SHOWN);
    if (search === '') query.where([{ heldAt: Not(IsNull()) }, { confirmedAt: Not(IsNull()) }]);
    else query.where(containsWords(query, search));
    const found = await query.getMany();
    const table = htmlTable(
      ['Email', 'State', { heading: html`<span class="unseen">Actions</span>` }],
      found.map((signup) => [
        brokenEmail(signup.email),
        signupState(signup),
        html`<a class="danger" href="/newsletter/${signup.id}/remove"
          >Remove<span class="unseen"> ${signup.email}</span></a
        >`,
      ]),
    );
    const hasAny = found.length > 0 || (await signups.exists());
    sendOfficePage(ctx, {
      title: 'Newsletter',
      body: html`${figureList({ Confirmed: confirmed, Unconfirmed: waiting, Suspicious: suspicious })}
      ${
        hasAny
          ? html`${EXPORT_GUIDE} ${search === '' && found.length > 0 && html`<h2>Newest and suspicious</h2>`}
              <div class="toolbar">${searchForm('Email', search)} ${confirmed > 0 ? EXPORT : NO_EXPORT}</div>
              ${found.length > 0 ? table : search !== '' && html`<p>No address contains “${search}”.</p>`}`
          : emptyState(
              'Nobody has subscribed yet.',
              'Visitors subscribe at the foot of each page of the site. Once they have confirmed their address, you can download the list here.',
              html`<a class="button plain" href="${env.siteOrigin}/">See the site</a>`,
            )
      }`,
    });
  });

  addForm(router, '/newsletter/:id/release', session, {
    load: async (ctx) => required(await signups.findOneBy({ id: idOf(ctx), heldAt: Not(IsNull()) })),
    schema: z.object({}),
    page: ({ email }, form) => ({
      title: `Release the sign-up of ${email}`,
      body: html`<p>
          A hidden field of the form was filled in, as programs do. Once you release the sign-up, we email the
          address to ask for confirmation.
        </p>
        ${formElement(form, 'Release the sign-up')}
        <p><a href="/newsletter">Back</a></p>`,
    }),
    async submit({ id }) {
      await enquiries.releaseSignup(id);
      return '/newsletter';
    },
  });

  addForm(router, '/newsletter/:id/remove', session, {
    load: async (ctx) => required(await signups.findOneBy({ id: idOf(ctx) })),
    schema: z.object({}),
    page: ({ email }, form) => ({
      title: `Remove ${email}`,
      body: html`<p>
          The address is deleted and gets no newsletter any more. Its owner can subscribe again on the site.
          Remove it from what you have exported, too.
        </p>
        ${formElement(form, 'Remove the address', undefined, { isDangerous: true })}
        <p><a href="/newsletter">Back</a></p>`,
    }),
    async submit({ id, emailKey }) {
      await signups.delete({ id, emailKey });
      return '/newsletter';
    },
  });

  router.get('/newsletter.csv', async (ctx) => {
    const rows = [['email', 'confirmed', 'unsubscribe']];
    let found: NewsletterSignup[];
    let last = 0;
    do {
      found = await signups.find({
        where: { confirmedAt: Not(IsNull()), id: MoreThan(last) },
        order: { id: 'ASC' },
        take: BATCH,
      });
      rows.push(
        ...found.map((signup) => [
          signup.email,
          signup.confirmedAt?.toISOString() ?? '',
          unsubscribeUrl(signup, env),
        ]),
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
    sendCsv(ctx, 'newsletter', rows);
  });
}

function signupState({ id, confirmedAt, requestedAt, heldAt }: NewsletterSignup): Html {
  if (confirmedAt) return html`${tag('Confirmed', 'success')} ${longDate(confirmedAt)}`;
  if (heldAt) return html`${tag('Suspicious', 'error')} <a href="/newsletter/${id}/release">Release it</a>`;
  return html`${tag('Not confirmed yet')} asked on ${longDate(requestedAt)}`;
}
