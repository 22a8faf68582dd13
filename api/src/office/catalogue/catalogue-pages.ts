import { longDate, POST_COUNT } from '@isa/api-contract';
import { In } from 'typeorm';
import { z } from 'zod';
import { type ContentOf, contentOf, currentVersions, POST_PICTURES } from '../../database/content';
import { type ContentKind, type ContentVersion, ContentVersions, Users } from '../../database/entities';
import type { AccountDeps } from '../../features/accounts/deps';
import { createMediaLibrary } from '../../features/learning/media/library';
import type { ApiRouter, FormFields } from '../../http/context';
import { html, type Html } from '../../http/html';
import { ProblemError, required } from '../../http/problem-error';
import { visitorOf } from '../../http/session';
import { addForm, type Form, formElement, type OfficeContext } from '../forms';
import { htmlTable, seeOther, showPage, tabs } from '../frame';
import type { OfficeSession } from '../office-session';
import { createEditors, type Editor, type Editors } from './editors';
import { saveContent } from './save-content';

const SHOWN_VERSIONS = 50;

/** Each saved change is a version, which the site builder puts on the site. */
export function addCataloguePages(router: ApiRouter, session: OfficeSession, deps: AccountDeps): void {
  const editors = createEditors(createMediaLibrary(deps.env.mediaFolder, true));
  router.get('/catalogue', (ctx) => seeOther(ctx, '/catalogue/book'));
  addPostForm(router, session, deps, editors.post);
  addKind(router, session, deps, editors, 'book');
  addKind(router, session, deps, editors, 'lesson');
  addKind(router, session, deps, editors, 'course');
  addKind(router, session, deps, editors, 'post');
}

/** The list of one kind, the form of an item with its versions, and restoring one of them. */
function addKind<Kind extends ContentKind>(
  router: ApiRouter,
  session: OfficeSession,
  { db, env, now }: AccountDeps,
  editors: Editors,
  kind: Kind,
): void {
  const editor: Editor<ContentOf[Kind]> = editors[kind];
  const kinds = Object.fromEntries(
    Object.entries(editors).map(([name, { title }]) => [`/catalogue/${name}`, title]),
  );
  const versions = db.getRepository(ContentVersions);

  router.get(`/catalogue/${kind}`, async (ctx) => {
    const current = await currentVersions(db, kind);
    showPage(ctx, {
      title: 'Catalogue',
      section: '/catalogue',
      body: html`${tabs(kinds, `/catalogue/${kind}`)}
      ${kind === 'post' && html`<p><a class="button" href="/catalogue/post/new">Write a post</a></p>`}
      ${htmlTable(
        ['Name', 'State', 'Saved'],
        current.map((version) => {
          const content = contentOf(kind, version);
          return [
            html`<a href="${pathOf(version)}">${editor.nameOf(content)}</a>`,
            editor.stateOf(content),
            longDate(version.savedAt),
          ];
        }),
      )}`,
    });
  });

  async function loadCurrent({ params }: OfficeContext): Promise<ContentVersion> {
    const itemId = Number(params['id']);
    const [current] = Number.isSafeInteger(itemId) ? await currentVersions(db, kind, [itemId]) : [];
    return required(current ?? null);
  }

  const fieldsOf = (version: ContentVersion) => editor.initial(contentOf(kind, version));

  async function save(ctx: OfficeContext, { itemId }: ContentVersion, content: ContentOf[Kind]) {
    const base = baseOf(ctx);
    await saveContent(db, { kind, itemId, content, base, by: visitorOf(ctx).userId, at: now() });
    return pathOf({ kind, itemId });
  }

  addForm(router, `/catalogue/${kind}/:id`, session, {
    async load(ctx) {
      const current = await loadCurrent(ctx);
      const { itemId } = current;
      const history = await versions.find({
        where: { kind, itemId },
        order: { version: 'DESC' },
        take: SHOWN_VERSIONS,
      });
      const ids = history.flatMap(({ accountId }) => (accountId === null ? [] : [accountId]));
      return { current, history, staff: await db.getRepository(Users).findBy({ id: In(ids) }) };
    },
    schema: editor.schema,
    initial: ({ current }) => ({
      ...fieldsOf(current),
      base: String(current.version),
    }),
    page: ({ current, history, staff }, form) => {
      const content = contentOf(kind, current);
      const nameOf = ({ source, accountId }: ContentVersion) =>
        source === 'release'
          ? 'a release'
          : (staff.find(({ id }) => id === accountId)?.name ?? 'a former member');
      return {
        title: editor.nameOf(content),
        section: '/catalogue',
        body: html`${formElement(form, {
            submit: 'Save',
            content: html`${baseField(form)}${editor.fields(form)}`,
          })}
          <p class="quiet">
            What you save is on <a href="${env.siteOrigin}${editor.pageOf(content)}">its page</a> within
            seconds.
          </p>
          <h2>Versions</h2>
          ${versionsTable(history, { nameOf, fieldsOf })}`,
      };
    },
    submit: async ({ current }, change, ctx) => save(ctx, current, await change(contentOf(kind, current))),
  });

  addForm(router, `/catalogue/${kind}/:id/versions/:version`, session, {
    async load(ctx) {
      const current = await loadCurrent(ctx);
      const version = Number(ctx.params['version']);
      const { itemId } = current;
      const found = Number.isSafeInteger(version)
        ? await versions.findOneBy({ kind, itemId, version })
        : null;
      return { current, chosen: required(found) };
    },
    schema: z.object({}),
    initial: ({ current }) => ({ base: String(current.version) }),
    page: ({ current, chosen }, form) => ({
      title: `Version ${chosen.version} of ${editor.nameOf(contentOf(kind, current))}`,
      section: '/catalogue',
      body: html`${deltasTable(chosen, current, fieldsOf)}
        ${
          chosen.version !== current.version &&
          formElement(form, { submit: 'Restore this version', content: baseField(form) })
        }
        <p><a href="${pathOf(current)}">Back</a></p>`,
    }),
    submit: ({ current, chosen }, _, ctx) => save(ctx, current, contentOf(kind, chosen)),
  });
}

function addPostForm(
  router: ApiRouter,
  session: OfficeSession,
  { db, now }: AccountDeps,
  editor: Editor<ContentOf['post']>,
): void {
  addForm(router, '/catalogue/post/new', session, {
    load: async () => {
      const posts = await currentVersions(db, 'post');
      return Math.max(0, ...posts.map(({ itemId }) => itemId)) + 1;
    },
    schema: editor.schema,
    initial: (itemId) => ({
      day: now().toISOString().slice(0, 10),
      image: POST_PICTURES[(itemId - 1) % POST_COUNT] ?? '',
      state: 'published',
      base: String(itemId),
    }),
    page: (_, form) => ({
      title: 'A new post',
      section: '/catalogue',
      body: formElement(form, { submit: 'Save', content: html`${baseField(form)}${editor.fields(form)}` }),
    }),
    async submit(next, change, ctx) {
      const itemId = Math.min(baseOf(ctx), next);
      const empty = {
        id: itemId,
        title: '',
        content: '',
        publishedAt: '',
        link: null,
        image: '',
        published: false,
      };
      const content = await change(empty);
      await saveContent(db, { kind: 'post', itemId, content, base: 0, by: visitorOf(ctx).userId, at: now() });
      return `/catalogue/post/${itemId}`;
    },
  });
}

function pathOf({ kind, itemId }: Pick<ContentVersion, 'kind' | 'itemId'>): string {
  return `/catalogue/${kind}/${itemId}`;
}

/** The version that the form was opened with. */
function baseField(form: Form): Html {
  return html`<input type="hidden" name="base" value="${form.values['base'] ?? ''}" />`;
}

const baseSchema = z.object({ base: z.coerce.number<string>().int().min(0) });

/** @throws ProblemError `changed-meanwhile` without a version: the form is not this page's. */
function baseOf(ctx: OfficeContext): number {
  const parsed = baseSchema.safeParse(ctx.request.body);
  if (!parsed.success) throw new ProblemError('changed-meanwhile');
  return parsed.data.base;
}

type FieldsOf = (version: ContentVersion) => FormFields;

function versionsTable(
  history: readonly ContentVersion[],
  { nameOf, fieldsOf }: { readonly nameOf: (version: ContentVersion) => string; readonly fieldsOf: FieldsOf },
): Html {
  return htmlTable(
    ['Version', 'Saved', 'By', 'Changed'],
    history.map((version, at) => {
      const before = history[at + 1];
      return [
        html`<a href="${pathOf(version)}/versions/${version.version}">${version.version}</a>`,
        longDate(version.savedAt),
        nameOf(version),
        before
          ? changedFields(fieldsOf(before), fieldsOf(version)).map(labelOf).join(', ') || 'other fields'
          : '',
      ];
    }),
  );
}

function deltasTable(chosen: ContentVersion, current: ContentVersion, fieldsOf: FieldsOf): Html {
  if (chosen.version === current.version) return html`<p>The site shows this version.</p>`;
  const [then, now] = [fieldsOf(chosen), fieldsOf(current)];
  return htmlTable(
    ['Field', 'In this version', 'Now'],
    changedFields(then, now).map((name) => [
      labelOf(name),
      html`<pre>${then[name] ?? ''}</pre>`,
      html`<pre>${now[name] ?? ''}</pre>`,
    ]),
  );
}

function changedFields(before: FormFields, after: FormFields): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]);
}

/** Turns `expectedMonth` into `expected month`. */
function labelOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
