import { isDeepStrictEqual } from 'node:util';
import { londonDay, longDate, POST_COUNT } from '@isa/api-contract';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { type ContentOf, contentOf, currentVersions, POST_PICTURES } from '../../database/content';
import { type ContentKind, type ContentVersion, ContentVersions } from '../../database/entities';
import type { AccountDeps } from '../../features/accounts/deps';
import { createMediaLibrary } from '../../features/learning/media/library';
import { type ApiRouter, createRouter, type FormFields } from '../../http/context';
import { submittedFields } from '../../http/form-fields';
import { html, type Html } from '../../http/html';
import { invalidField, ProblemError, required } from '../../http/problem-error';
import { visitorOf } from '../../http/session';
import { addForm, type Form, formElement, idOf, namesOf, type OfficeContext, readForm } from '../forms';
import { seeOther, sendOfficePage } from '../layout';
import { htmlTable, tabs } from '../../staff-pages/layout';
import type { OfficeSession } from '../office-session';
import { savePicture } from '../../features/catalogue/pictures';
import { UPLOAD_EXPIRED } from '../uploads/upload-field';
import type { Uploads } from '../uploads/uploads';
import { createEditors, type Editor, type Editors } from './editors';
import { addLessonFiles } from './lesson-files';
import { saveContent } from './save-content';

const SHOWN_VERSIONS = 50;

/**
 * Each saved change is a version, which the site builder puts on the site.
 * @returns the routes of the previews, which change nothing and are not recorded.
 */
export function addCataloguePages(
  router: ApiRouter,
  session: OfficeSession,
  deps: AccountDeps,
  uploads: Uploads,
): ApiRouter {
  const { db, env, now } = deps;
  const library = createMediaLibrary(env.mediaFolder, false);
  const editors = createEditors({
    library,
    siteOrigin: env.siteOrigin,
    now,
    async keepPicture(upload) {
      const file = await uploads.find(upload);
      const saved = file ? await savePicture(db, file, now()) : { reason: UPLOAD_EXPIRED };
      if ('reason' in saved) throw invalidField('upload', saved.reason);
      return saved.address;
    },
  });
  router.get('/catalogue', (ctx) => seeOther(ctx, '/catalogue/book'));
  addLessonFiles(router, session, deps, { library, uploads });
  addPostForm(router, session, deps, editors.post);
  addKind(router, session, deps, editors, 'book');
  addKind(router, session, deps, editors, 'lesson');
  addKind(router, session, deps, editors, 'course');
  addKind(router, session, deps, editors, 'post');
  addKind(router, session, deps, editors, 'team');
  addKind(router, session, deps, editors, 'academy');
  addKind(router, session, deps, editors, 'premium');
  const previews = createRouter();
  for (const [kind, editor] of Object.entries(editors)) {
    previews.post(previewPath(kind), readForm, (ctx) => {
      const part = new URLSearchParams(ctx.querystring).get('part') ?? '';
      ctx.type = 'html';
      ctx.body = required(editor.previews?.(submittedFields(ctx))[part] ?? null).markup;
    });
  }
  return previews;
}

const previewPath = (kind: string) => `/catalogue/${kind}/preview`;

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
    const items = (await currentVersions(db, kind)).map((version) => {
      const content = contentOf(kind, version);
      return { version, content, columns: editor.columnsOf(content) };
    });
    sendOfficePage(ctx, {
      title: 'Catalogue',
      images: env.siteOrigin,
      body: html`${tabs(kinds, `/catalogue/${kind}`)}
      ${kind === 'post' && html`<p><a class="button" href="/catalogue/post/new">Write a post</a></p>`}
      ${htmlTable(
        ['Name', ...Object.keys(items[0]?.columns ?? {}), 'Saved'],
        items.map(({ version, content, columns }) => [
          html`<a class="named" href="${pathOf(version)}"
            >${thumbnail(content)}<span>${editor.nameOf(content)}</span></a
          >`,
          ...Object.values(columns),
          longDate(version.savedAt),
        ]),
      )}`,
    });
  });

  const thumbnail = (content: ContentOf[Kind]) => {
    const picture = editor.pictureOf?.(content);
    const [width, height] = kind === 'book' ? [32, 48] : [72, 48];
    return (
      picture !== undefined &&
      html`<img
        src="${env.siteOrigin}${picture}"
        alt=""
        width="${width}"
        height="${height}"
        loading="lazy"
      />`
    );
  };

  /** The picture above a preview. That of a post is one of the form's fields. */
  const pictureFor = (content: ContentOf[Kind]) => {
    const picture = kind === 'post' ? undefined : editor.pictureOf?.(content);
    const [width, height] = kind === 'book' ? [136, 204] : [480, 270];
    return (
      picture !== undefined &&
      html`<img src="${env.siteOrigin}${picture}" alt="" width="${width}" height="${height}" />`
    );
  };

  async function loadCurrent(ctx: OfficeContext): Promise<ContentVersion> {
    const [current] = await currentVersions(db, kind, [idOf(ctx)]);
    return required(current);
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
      return { current, history, nameOf: await namesOf(db, history) };
    },
    schema: editor.schema,
    initial: ({ current }) => ({ ...fieldsOf(current), base: String(current.version) }),
    page: ({ current, history, nameOf }, submitted) => {
      const content = contentOf(kind, current);
      const opened = openedVersion(submitted, current, history);
      const form = opened ? merged(submitted, fieldsOf(opened), fieldsOf(current)) : submitted;
      return {
        title: editor.nameOf(content),
        back: [`/catalogue/${kind}`, editor.title],
        images: env.siteOrigin,
        body: html`${editor.more?.(content)} ${sectionLinks(editor, form, ['Versions'])}
          ${
            opened &&
            html`<h2>Changed since you opened this page</h2>
              ${deltasTable(['When you opened it', 'Now'], fieldsOf(opened), fieldsOf(current))}`
          }
          ${editorForm(
            kind,
            editor,
            form,
            current.version,
            html`What you save is on <a href="${env.siteOrigin}${editor.pageOf(content)}">its page</a> within
              seconds.`,
            pictureFor(content),
          )}
          <h2 id="${anchorOf('Versions')}">Versions</h2>
          ${htmlTable(
            ['Version', 'Saved', 'By', 'Changed'],
            history.map((version, at) => {
              const before = history[at + 1];
              return [
                html`<a href="${pathOf(version)}/versions/${version.version}">${version.version}</a>`,
                longDate(version.savedAt),
                version.source === 'release' ? 'a release' : (nameOf(version) ?? 'a former member'),
                before
                  ? changedFields(fieldsOf(before), fieldsOf(version)).map(labelOf).join(', ') ||
                    'other fields'
                  : '',
              ];
            }),
          )}`,
      };
    },
    submit: async ({ current }, change, ctx) => save(ctx, current, await change(contentOf(kind, current))),
  });

  addForm(router, `/catalogue/${kind}/:id/versions/:version`, session, {
    async load(ctx) {
      const current = await loadCurrent(ctx);
      const { itemId } = current;
      const version = idOf(ctx, 'version');
      return { current, chosen: required(await versions.findOneBy({ kind, itemId, version })) };
    },
    schema: z.object({}),
    page: ({ current, chosen }, form) => ({
      title: `Version ${chosen.version} of ${editor.nameOf(contentOf(kind, current))}`,
      back: [pathOf(current), editor.nameOf(contentOf(kind, current))],
      body:
        chosen.version === current.version
          ? html`<p>The site shows this version.</p>`
          : html`${deltasTable(['In this version', 'Now'], fieldsOf(chosen), fieldsOf(current))}
            ${formElement(form, 'Restore this version', baseField(current.version))}`,
    }),
    async submit({ current, chosen }, _, ctx) {
      const [version, inForce] = [contentOf(kind, chosen), contentOf(kind, current)];
      return save(ctx, current, (await editor.restored?.(version, inForce)) ?? version);
    },
  });
}

function addPostForm(
  router: ApiRouter,
  session: OfficeSession,
  { db, env, now }: AccountDeps,
  editor: Editor<ContentOf['post']>,
): void {
  addForm(router, '/catalogue/post/new', session, {
    load: async () => {
      const posts = await currentVersions(db, 'post');
      return Math.max(0, ...posts.map(({ itemId }) => itemId)) + 1;
    },
    schema: editor.schema,
    initial: (next) => ({
      day: londonDay(now()),
      image: POST_PICTURES[(next - 1) % POST_COUNT] ?? '',
      state: 'published',
    }),
    page: (next, form) => ({
      title: 'A new post',
      back: ['/catalogue/post', editor.title],
      images: env.siteOrigin,
      body: html`${sectionLinks(editor, form)}
      ${editorForm(
        'post',
        editor,
        form,
        Number(form.values['base'] ?? next),
        'A published post is on the site within seconds.',
      )}`,
    }),
    async submit(next, change, ctx) {
      const empty = { title: '', content: '', publishedAt: '', link: null, image: '', published: false };
      const written = await change({ ...empty, id: next });
      const by = visitorOf(ctx).userId;
      // The number that was free when the form was opened may have gone to a colleague's post, or to this one, which is
      // sent twice.
      for (let id = Math.min(baseOf(ctx), next); ; id += 1) {
        const content = { ...written, id };
        const first = await db
          .getRepository(ContentVersions)
          .findOneBy({ kind: 'post', itemId: id, version: 1 });
        if (first && !isDeepStrictEqual(contentOf('post', first), content)) continue;
        const save = { kind: 'post', itemId: id, content, base: 0, by, at: now() } as const;
        if (first || (await isSaved(db, save))) return `/catalogue/post/${id}`;
      }
    },
  });
}

/** @returns whether it was saved; false when another post has just taken the number. @throws ProblemError */
async function isSaved(db: DataSource, save: Parameters<typeof saveContent<'post'>>[1]): Promise<boolean> {
  try {
    await saveContent(db, save);
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.id === 'changed-meanwhile') return false;
    throw error;
  }
}

function pathOf({ kind, itemId }: Pick<ContentVersion, 'kind' | 'itemId'>): string {
  return `/catalogue/${kind}/${itemId}`;
}

const anchorOf = (heading: string) => `part-${heading.toLowerCase().replaceAll(/\W+/g, '-')}`;

/** Links to the parts of a long form, and to what follows it. */
function sectionLinks<Content>(
  { parts }: Editor<Content>,
  form: Form,
  following: readonly string[] = [],
): Html | undefined {
  const headings = Object.keys(parts(form));
  if (headings.length === 1) return undefined;
  return html`<nav class="sections" aria-label="On this page">
    ${[...headings, ...following].map((heading) => html`<a href="#${anchorOf(heading)}">${heading}</a>`)}
  </nav>`;
}

/** The parts of the form as cards, each with its preview below or alongside its fields. */
function editorForm<Content>(
  kind: ContentKind,
  { parts, previews }: Editor<Content>,
  form: Form,
  base: number,
  note: string | Html,
  picture: Html | false = false,
): Html {
  const shown = previews?.(form.values) ?? {};
  const cards = Object.entries(parts(form)).map(([heading, fields], at) => {
    const preview = shown[heading];
    return html`<fieldset class="part" id="${anchorOf(heading)}">
      ${heading !== '' && html`<legend>${heading}</legend>`}
      <div class="fields">${fields}</div>
      ${
        preview &&
        html`<section class="onsite" aria-label="Preview${heading && `: ${heading}`}" tabindex="0">
          <p class="caption">Preview</p>
          ${at === 0 && picture}
          <div data-preview="${previewPath(kind)}?${String(new URLSearchParams({ part: heading }))}">
            ${preview}
          </div>
        </section>`
      }
    </fieldset>`;
  });
  return formElement(form, 'Save', html`${baseField(base)}${cards}`, { className: 'editor', note });
}

/** The version that the form shows. */
function baseField(version: number): Html {
  return html`<input type="hidden" name="base" value="${version}" />`;
}

/** @returns the version with which a form was opened, if others have been saved since then. */
function openedVersion(
  { values }: Form,
  current: ContentVersion,
  history: readonly ContentVersion[],
): ContentVersion | undefined {
  const base = Number(values['base']);
  return base < current.version
    ? (history.find(({ version }) => version === base) ?? history.at(-1))
    : undefined;
}

/** The form with the fields in force, except for those that its writer has changed. */
function merged(form: Form, opened: FormFields, current: FormFields): Form {
  const values = Object.fromEntries(
    Object.entries(form.values).map(([name, value]) => [
      name,
      value === opened[name] ? (current[name] ?? value) : value,
    ]),
  );
  const message =
    'Someone else has saved a new version meanwhile. Nothing that you wrote is lost: the fields that you had changed show your text, the others show theirs. Compare with the list above, then save.';
  return { ...form, values, message };
}

const baseSchema = z.object({ base: z.coerce.number<string>().int().min(0) });

/** @throws ProblemError `changed-meanwhile` without a version: the form is not this page's. */
function baseOf(ctx: OfficeContext): number {
  return required(baseSchema.safeParse(ctx.request.body).data, 'changed-meanwhile').base;
}

function deltasTable(columns: readonly [string, string], earlier: FormFields, later: FormFields): Html {
  return htmlTable(
    ['Field', ...columns],
    changedFields(earlier, later).map((name) => [
      labelOf(name),
      html`<pre>${earlier[name] ?? ''}</pre>`,
      html`<pre>${later[name] ?? ''}</pre>`,
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
