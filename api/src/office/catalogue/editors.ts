import { formatPounds, isRecorded, londonDay, longDate, normaliseLine, toDecimal } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { z } from 'zod';
import { type ContentOf, POST_PICTURES } from '../../database/content';
import type { ContentKind } from '../../database/entities';
import type { FormFields } from '../../http/context';
import { htmlToMarkedText, linesOf, markedTextToHtml, sectionsToText, textToSections } from './marked-text';
import { hasAppeared } from '../../features/catalogue/posts';
import type { MediaLibrary } from '../../features/learning/media/library';
import { missingProof, proofFields } from '../../features/catalogue/proof';
import { html, Html } from '../../http/html';
import { invalidField } from '../../http/problem-error';
import { type FormState, input, select, textarea } from '../../http/form-fields';
import { tag } from '../../staff-pages/layout';
import { uploadField } from '../uploads/upload-field';
import { parsePounds } from './pounds';

interface EditorTools {
  readonly library: MediaLibrary;
  readonly siteOrigin: string;
  readonly now: () => Date;
  /** @returns the address of a picture that was uploaded. @throws ProblemError */
  readonly keepPicture: (upload: string) => Promise<string>;
}

export interface Editor<Content> {
  readonly title: string;
  nameOf(content: Content): string;
  pageOf(content: Content): string;
  /** The columns of the list besides the name. */
  columnsOf(content: Content): Readonly<Record<string, string | Html>>;
  /** The path of its picture on the site. */
  pictureOf?(content: Content): string;
  initial(content: Content): FormFields;
  /** The fields, by the heading of their part of the form. A form of one part needs no heading. */
  parts(form: FormState): Readonly<Record<string, Html>>;
  /** How visitors will see what is in the fields of a part, which may be incomplete. */
  previews?(values: FormFields): Readonly<Record<string, Html>>;
  /** What belongs to the item besides its text. */
  more?(content: Content): Html;
  /** What restoring a version makes of the one in force, unless the two are simply exchanged. It may throw a ProblemError. */
  restored?(version: Content, current: Content): Promise<Content>;
  /** The change that the submitted fields make. It may throw a ProblemError. */
  readonly schema: z.ZodType<(content: Content) => Content | Promise<Content>>;
}

/** In pence. The total of the largest order at this price still fits into a column of 32 bits. */
const HIGHEST_PRICE = 10_000_00;

const pounds = z
  .string()
  .trim()
  .transform((text, ctx) => {
    const amount = parsePounds(text);
    if (amount !== undefined && amount <= HIGHEST_PRICE) return amount;
    const message = amount === undefined ? 'Enter an amount such as 34.74.' : 'Enter at most £10,000.';
    ctx.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
const emptyAsNull = z.literal('').transform(() => null);
const shortText = (max: number) =>
  z.string().trim().min(1, 'Enter a text.').max(max, `At most ${max} characters.`);

/** A field of a browser takes a year of two digits for one of the first century. */
const day = z.iso
  .date({ error: 'Enter a date.' })
  .refine((text) => text >= '2000', { error: 'Enter the year with four digits.' });

/** What the form says about a longer text. */
const MARKED_TEXT =
  'An empty line separates paragraphs. Begin a heading with “## ” and each item of a list with “- ”. Important words: **like this**. Links: [words](/address).';
const markedText = shortText(20_000).transform(markedTextToHtml);
const lines = shortText(5000).transform(linesOf);

const STOCK = { 'in-stock': 'In stock', 'pre-order': 'Pre-order', 'sold-out': 'Sold out' } as const;
type Stock = keyof typeof STOCK;

const STOCK_TONES = { 'in-stock': 'success', 'pre-order': 'accent', 'sold-out': 'error' } as const;
const stockTag = (stock: Stock) => tag(STOCK[stock], STOCK_TONES[stock]);

const NO_TITLE = 'No title yet';
const marked = (text: string) => new Html(markedTextToHtml(text));
const listed = (heading: string, text: string) =>
  html`<h2>${heading}</h2>
    <ul>
      ${linesOf(text).map((line) => html`<li>${line}</li>`)}
    </ul>`;

const stockOf = ({ preOrder, soldOut }: ContentOf['book']): Stock =>
  soldOut ? 'sold-out' : preOrder ? 'pre-order' : 'in-stock';

const book: Editor<ContentOf['book']> = {
  title: 'Books',
  nameOf: ({ title }) => title,
  pageOf: ({ link }) => link,
  columnsOf: (content) => ({ Price: formatPounds(content.price), Stock: stockTag(stockOf(content)) }),
  pictureOf: ({ imgSrc }) => imgSrc,
  initial: (content) => ({
    title: content.title,
    content: htmlToMarkedText(content.content),
    contents: content.contents.join('\n'),
    price: toDecimal(content.price),
    oldPrice: content.oldPrice === null ? '' : toDecimal(content.oldPrice),
    stock: stockOf(content),
    expectedMonth: content.expectedMonth ?? '',
    offerLink: content.offerLink,
  }),
  parts: (form) => ({
    'Title, price and stock': html`${input(form, { name: 'title', label: 'Title', required: true })}
      <div class="pair">
        ${input(form, { name: 'price', label: 'Price in pounds', inputmode: 'decimal', required: true })}
        ${input(form, {
          name: 'oldPrice',
          label: 'Old price in pounds',
          inputmode: 'decimal',
          hint: 'Shown struck through next to the price. Leave it empty if there is none.',
        })}
      </div>
      <div class="pair">
        ${select(form, { name: 'stock', label: 'Stock', options: STOCK })}
        ${input(form, {
          name: 'expectedMonth',
          label: 'Expected month',
          type: 'month',
          hint: 'For a pre-order, such as 2027-03. Shown on the book’s page, on receipts and in emails.',
        })}
      </div>`,
    Text: html`${textarea(form, { name: 'content', label: 'Text', required: true, hint: MARKED_TEXT })}
    ${textarea(form, { name: 'contents', label: 'Contents', required: true, hint: 'A chapter on each line. The sample PDF shows the first printing and does not follow these texts.' })}`,
    'Home page': input(form, {
      name: 'offerLink',
      label: 'Link of the offer',
      required: true,
      hint: 'The book’s own page or an https address of a bookshop.',
    }),
  }),
  previews: ({ title, content = '', contents = '', price = '', oldPrice = '', stock }) => {
    const [now, before] = [parsePounds(price), parsePounds(oldPrice)];
    return {
      'Title, price and stock': html`<h2 class="name">${title || NO_TITLE}</h2>
        <p>
          <strong>${now === undefined ? 'no price' : formatPounds(now)}</strong>
          ${before !== undefined && html`<s>${formatPounds(before)}</s>`}
        </p>
        <p>${Object.entries(STOCK).find(([name]) => name === stock)?.[1]}</p>`,
      Text: html`${marked(content)} ${listed('Contents', contents)}`,
    };
  },
  schema: z
    .object({
      // A page that was opened before it had these fields leaves the texts as they are.
      title: shortText(200).exactOptional(),
      content: markedText.exactOptional(),
      contents: lines.exactOptional(),
      price: pounds,
      oldPrice: emptyAsNull.or(pounds),
      stock: z.enum(['in-stock', 'pre-order', 'sold-out']),
      expectedMonth: emptyAsNull.or(z.string()),
      offerLink: shortText(500),
    })
    .transform(({ stock, expectedMonth, ...rest }) => (content) => ({
      ...content,
      ...rest,
      preOrder: stock === 'pre-order',
      soldOut: stock === 'sold-out',
      expectedMonth: stock === 'pre-order' ? expectedMonth : null,
    })),
};

/** Where the files of a lesson are uploaded. */
export function lessonFilesPath(id: number | ':id'): string {
  return `/catalogue/lesson/${id}/files`;
}

/** Address and length of a recording are not typed in, because the media folder has them. */
const lessonEditor = ({ library }: EditorTools): Editor<ContentOf['lesson']> => {
  /** @throws ProblemError without a recording */
  async function published(content: ContentOf['lesson']) {
    const [recorded] = await library.withMedia([{ ...content, courseVideoSrc: '' }]);
    if (recorded && isRecorded(recorded)) return recorded;
    throw invalidField('state', 'The lesson has no recording. Upload it first.');
  }
  return {
    title: 'Lessons',
    nameOf: ({ title }) => title,
    pageOf: ({ link }) => link,
    columnsOf: (content) => ({
      State: isRecorded(content) ? tag('Can be watched', 'success') : tag('Being filmed'),
    }),
    pictureOf: ({ imgSrc }) => imgSrc,
    initial: (content) => ({
      title: content.title,
      summary: content.summary,
      state: isRecorded(content) ? 'recorded' : 'filmed',
    }),
    parts: (form) => ({
      '': html`${input(form, { name: 'title', label: 'Title', required: true })}
      ${textarea(form, { name: 'summary', label: 'Summary', required: true })}
      ${select(form, {
        name: 'state',
        label: 'State',
        options: { filmed: 'Being filmed', recorded: 'Can be watched' },
        hint: 'A lesson can be watched once it has a recording. While it is being filmed, customers see a sample instead.',
      })}`,
    }),
    more: ({ id }) =>
      html`<p>
        <a class="button plain" href="${lessonFilesPath(id)}">Recording, trailer, captions, chapters</a>
      </p>`,
    previews: ({ title, summary }) => ({
      '': html`<h2 class="name">${title || NO_TITLE}</h2>
        <p>${summary}</p>`,
    }),
    schema: z
      .object({
        title: shortText(200),
        summary: shortText(1000),
        state: z.enum(['filmed', 'recorded']),
      })
      .transform(
        ({ state, ...rest }) =>
          async (content) =>
            state === 'filmed'
              ? { ...content, ...rest, courseVideoSrc: '' }
              : published({ ...content, ...rest }),
      ),
    // The recording stays as it is in the media folder.
    restored: async (version, { durationSeconds, trailerVideoSrc }) => {
      const content = { ...version, durationSeconds, trailerVideoSrc };
      return isRecorded(version) ? published(content) : content;
    },
  };
};

/** The most runs of a course, which is more than one has at once; each form offers two empty ones. */
const MAX_RUNS = 12;

/** What a page that was opened before it had these fields does not send stays as it is. */
const courseTexts = z.object({
  name: shortText(200).exactOptional(),
  summary: shortText(500).exactOptional(),
  audience: shortText(1000).exactOptional(),
  duration: shortText(500).transform(normaliseLine).exactOptional(),
  place: shortText(500).transform(normaliseLine).exactOptional(),
  aims: lines.exactOptional(),
  modules: shortText(10_000).transform(textToSections).exactOptional(),
  provided: lines.exactOptional(),
  apply: shortText(1000).exactOptional(),
  notice: emptyAsNull.or(shortText(500)).exactOptional(),
  content: markedText.exactOptional(),
});

const course: Editor<ContentOf['course']> = {
  title: 'Courses',
  nameOf: ({ name }) => name,
  pageOf: ({ link }) => link,
  columnsOf: ({ runs }) => ({
    Dates: runs.map(({ from, to }) => `${longDate(from)} to ${longDate(to)}`).join('; ') || 'on request',
  }),
  pictureOf: ({ img }) => img,
  initial: ({ runs, ...content }) => ({
    name: content.name,
    summary: content.summary,
    audience: content.audience,
    duration: content.duration,
    place: content.place,
    aims: content.aims.join('\n'),
    modules: sectionsToText(content.modules),
    provided: content.provided.join('\n'),
    apply: content.apply,
    notice: content.notice ?? '',
    content: htmlToMarkedText(content.content),
    ...Object.fromEntries(
      runs.flatMap(({ from, to }, at) => [
        [`from-${at}`, from],
        [`to-${at}`, to],
      ]),
    ),
  }),
  parts(form) {
    const filled = Array.from({ length: MAX_RUNS }, (_, at) => at).filter((at) => form.values[`from-${at}`]);
    const shown = Math.min((filled.at(-1) ?? -1) + 3, MAX_RUNS);
    return {
      'Name and summary': html`${input(form, { name: 'name', label: 'Name', required: true })}
      ${textarea(form, { name: 'summary', label: 'Summary', required: true, rows: 2 })}`,
      Dates: html`<p class="quiet">
          Empty rows are ignored. You can leave past runs in the list: the home page shows the last one.
        </p>
        ${Array.from(
          { length: shown },
          (_, at) =>
            html`<fieldset class="pair">
              <legend>Run ${at + 1}</legend>
              ${input(form, { name: `from-${at}`, label: 'First day', type: 'date' })}
              ${input(form, { name: `to-${at}`, label: 'Last day', type: 'date' })}
            </fieldset>`,
        )}`,
      Text: html`${textarea(form, { name: 'content', label: 'Text', required: true, hint: MARKED_TEXT })}
      ${textarea(form, { name: 'audience', label: 'For whom', required: true })}
      ${textarea(form, {
        name: 'notice',
        label: 'Condition',
        rows: 2,
        hint: 'Shown above the course. Leave it empty if there is none.',
      })}`,
      Programme: html`${textarea(form, { name: 'duration', label: 'Duration', required: true, rows: 2 })}
      ${textarea(form, { name: 'place', label: 'Place', required: true, rows: 2 })}
      ${textarea(form, { name: 'aims', label: 'Aims', required: true, hint: 'One on each line.' })}
      ${textarea(form, {
        name: 'modules',
        label: 'Modules',
        required: true,
        hint: 'The title of a module, then its points, each on a line that begins with “- ”. An empty line separates modules.',
      })}
      ${textarea(form, { name: 'provided', label: 'What we provide', required: true, hint: 'One thing on each line.' })}
      ${textarea(form, { name: 'apply', label: 'How to apply', required: true })}`,
    };
  },
  previews: ({ name, summary, content = '', aims = '', modules = '', provided = '', ...texts }) => ({
    'Name and summary': html`<h2 class="name">${name || NO_TITLE}</h2>
      <p>${summary}</p>`,
    Text: html`${texts['notice'] && html`<p><strong>${texts['notice']}</strong></p>`} ${marked(content)}
      <h2>For whom</h2>
      <p>${texts['audience']}</p>`,
    Programme: html`<p><strong>Duration:</strong> ${texts['duration']}</p>
      <p><strong>Place:</strong> ${texts['place']}</p>
      ${listed('Aims', aims)}
      <h2>Modules</h2>
      ${textToSections(modules).map(
        ({ title, points }) =>
          html`<p><strong>${title}</strong></p>
            <ul>
              ${points.map((point) => html`<li>${point}</li>`)}
            </ul>`,
      )}
      ${listed('What we provide', provided)}
      <h2>How to apply</h2>
      <p>${texts['apply']}</p>`,
  }),
  schema: z.record(z.string(), z.string()).transform((fields, ctx) => {
    const runs = Array.from({ length: MAX_RUNS }, (_, at) => {
      const read = (name: string) => {
        const text = fields[name] ?? '';
        const { data = null, error } = day.safeParse(text);
        if (text !== '')
          for (const { message } of error?.issues ?? [])
            ctx.addIssue({ code: 'custom', path: [name], message });
        return data;
      };
      const [from, to] = [read(`from-${at}`), read(`to-${at}`)];
      if (from !== null && to !== null && from > to) {
        ctx.addIssue({
          code: 'custom',
          path: [`to-${at}`],
          message: 'The last day must not be before the first.',
        });
      }
      if ((from === null) !== (to === null)) {
        const path = [from === null ? `from-${at}` : `to-${at}`];
        ctx.addIssue({ code: 'custom', path, message: 'Enter both days.' });
      }
      return from !== null && to !== null ? [{ from, to }] : [];
    });
    const sorted = runs.flat().sort((a, b) => a.from.localeCompare(b.from));
    const texts = courseTexts.safeParse(fields);
    if (!texts.success) {
      for (const { path, message } of texts.error.issues) ctx.addIssue({ code: 'custom', path, message });
      return z.NEVER;
    }
    return (content) => ({ ...content, ...texts.data, runs: sorted });
  }),
};

const postEditor = ({ siteOrigin, keepPicture, now }: EditorTools): Editor<ContentOf['post']> => ({
  title: 'Posts',
  nameOf: ({ title }) => title,
  pageOf: ({ id }) => paths.post(id),
  columnsOf: ({ published, publishedAt }) => ({
    Published: !published
      ? tag('Not published')
      : hasAppeared(publishedAt, now())
        ? longDate(publishedAt)
        : tag(`From ${longDate(publishedAt)}`, 'accent'),
  }),
  pictureOf: ({ image }) => image,
  initial: ({ title, content, publishedAt, link, image, published }) => ({
    title,
    content,
    day: londonDay(new Date(publishedAt)),
    link: link ?? '',
    image,
    state: published ? 'published' : 'hidden',
  }),
  parts: (form) => ({
    'Title and text': html`${input(form, { name: 'title', label: 'Title', required: true })}
      <div class="pair">
        ${input(form, {
          name: 'day',
          label: 'Date',
          type: 'date',
          required: true,
          hint: 'A post with a later date appears on that day.',
        })}
        ${select(form, {
          name: 'state',
          label: 'State',
          options: { published: 'Published', hidden: 'Not published' },
        })}
      </div>
      ${textarea(form, {
        name: 'content',
        label: 'Text',
        required: true,
        hint: 'Leave an empty line between paragraphs.',
      })}
      ${input(form, {
        name: 'link',
        label: 'The same post on another site',
        type: 'url',
        hint: 'Leave it empty if there is none.',
      })}`,
    Picture: html`${pictureChoice(form, siteOrigin)}
    ${uploadField(form, {
      label: 'A picture of your own',
      accept: 'image/*',
      kind: 'picture',
      hint: 'It takes the place of the one chosen above. Before it is sent it is made smaller, to 1,280 pixels, and loses where and when it was taken.',
    })}`,
  }),
  previews: ({ title, day: date = '', content = '', image = '' }) => ({
    'Title and text': html`<h2 class="name">${title || NO_TITLE}</h2>
      <p class="quiet">${day.safeParse(date).success && longDate(date)}</p>
      ${content.split(/\n\s*\n/).map((paragraph) => html`<p>${paragraph}</p>`)}`,
    Picture: html`<img src="${siteOrigin}${image}" alt="" width="480" height="270" />`,
  }),
  schema: z
    .object({
      title: shortText(200),
      day,
      content: shortText(20_000),
      link: emptyAsNull.or(z.string().trim().max(500, 'At most 500 characters.')),
      image: z.string(),
      upload: z.string().default(''),
      state: z.enum(['published', 'hidden']),
    })
    .transform(({ day: date, state, content: text, upload, image, ...rest }) => async (content) => ({
      ...content,
      ...rest,
      image: upload === '' ? image : await keepPicture(upload),
      content: text,
      publishedAt: `${date}T08:00:00Z`,
      published: state === 'published',
    })),
});

/** The drawings, and before them the uploaded picture that the post has. */
function pictureChoice({ values, errors }: FormState, siteOrigin: string): Html {
  const chosen = values['image'] ?? '';
  const own = chosen === '' || POST_PICTURES.includes(chosen) ? [] : [chosen];
  return html`<fieldset class="pictures">
    <legend>One of these</legend>
    ${[...own, ...POST_PICTURES].map(
      (image, at) =>
        html`<label>
          <input type="radio" name="image" value="${image}" ${image === chosen && html`checked`} />
          <img
            src="${siteOrigin}${image}"
            alt="${at < own.length ? 'Your picture' : `Drawing ${at + 1 - own.length}`}"
            width="160"
            height="90"
            loading="lazy"
          />
        </label>`,
    )}
    ${errors['image'] !== undefined && html`<p class="error">${errors['image']}</p>`}
  </fieldset>`;
}

const team: Editor<ContentOf['team']> = {
  title: 'Team',
  nameOf: ({ name }) => name,
  pageOf: () => paths.home,
  columnsOf: ({ role }) => ({ Role: role }),
  initial: ({ name, role, description }) => ({ name, role, description }),
  parts: (form) => ({
    '': html`${input(form, { name: 'name', label: 'Name or call sign', required: true })}
    ${input(form, { name: 'role', label: 'Role', required: true })}
    ${textarea(form, {
      name: 'description',
      label: 'Description',
      required: true,
      hint: 'What the person does at the academy. Name a career only if it is true.',
    })}`,
  }),
  previews: ({ name, role, description }) => ({
    '': html`<h2 class="name">${name}</h2>
      <p class="quiet">${role}</p>
      <p>${description}</p>`,
  }),
  schema: z
    .object({ name: shortText(80), role: shortText(80), description: shortText(300) })
    .transform((fields) => (content) => ({ ...content, ...fields })),
};

const academy: Editor<ContentOf['academy']> = {
  title: 'The academy',
  nameOf: () => 'What buyers can check, and links',
  pageOf: () => paths.home,
  columnsOf: (content) => {
    const missing = missingProof(content);
    return {
      State:
        missing.length === 0 ? tag('Complete', 'success') : tag(`${missing.length} available on request`),
    };
  },
  initial: (content) =>
    Object.fromEntries(Object.entries(content).map(([name, value]) => [name, value ?? ''])),
  parts: (form) => ({
    '': html`<p class="quiet">
        The site says “available on request” about each empty field. Enter only what a buyer can check.
      </p>
      ${proofFields.map(([name, label]) => input(form, { name, label }))}
      ${input(form, {
        name: 'founderProfile',
        label: 'The founder’s profile on another site',
        type: 'url',
        required: true,
      })}
      ${input(form, {
        name: 'companyContact',
        label: 'The company’s contact page on another site',
        type: 'url',
        hint: 'Leave it empty for this site’s own.',
      })}`,
  }),
  schema: z.record(z.string(), z.string()).transform((fields) => (content) => {
    const lines = Object.keys(content).map(
      (name) => [name, normaliseLine(fields[name] ?? '') || null] as const,
    );
    return { ...content, ...Object.fromEntries(lines) };
  }),
};

const premium: Editor<ContentOf['premium']> = {
  title: 'Premium access',
  nameOf: () => 'Premium access to the online course',
  pageOf: () => paths.onlineCourses,
  columnsOf: ({ price }) => ({ Price: formatPounds(price) }),
  initial: ({ price }) => ({ price: toDecimal(price) }),
  parts: (form) => ({
    '': input(form, {
      name: 'price',
      label: 'Price in pounds',
      inputmode: 'decimal',
      required: true,
      hint: 'Including VAT. An order that has been started keeps its price; a buyer whose cart shows another one is asked first.',
    }),
  }),
  schema: z.object({ price: pounds }).transform((fields) => () => fields),
};

export type Editors = { readonly [Kind in ContentKind]: Editor<ContentOf[Kind]> };

export function createEditors(tools: EditorTools): Editors {
  return {
    book,
    lesson: lessonEditor(tools),
    course,
    post: postEditor(tools),
    team,
    academy,
    premium,
  };
}
