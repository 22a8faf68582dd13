import { isDeepStrictEqual } from 'node:util';
import {
  type AcademyContent,
  type Book,
  type Course,
  isRecorded,
  type Lesson,
  type Pence,
  type Post,
  POST_COUNT,
  type TeamMember,
} from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import {
  academySchema,
  bookSchema,
  courseSchema,
  lessonSchema,
  postSchema,
  teamMemberSchema,
} from '@isa/api-contract/schemas';
import { penceSchema } from '@isa/api-contract/fields';
import { type DataSource, type EntityManager, In, LessThanOrEqual } from 'typeorm';
import { z } from 'zod';
import {
  CatalogueRevisions,
  type ContentKind,
  type ContentVersion,
  ContentVersions,
  LessonProgresses,
} from './entities';
import { transaction } from './transaction';

export interface ContentOf {
  readonly book: Book;
  readonly lesson: Lesson;
  readonly course: Course;
  /** A post, and whether visitors see it. */
  readonly post: Post & { readonly published: boolean };
  readonly team: TeamMember;
  readonly academy: AcademyContent;
  readonly premium: { readonly price: Pence };
}

/** The schemas of stored versions. A field that is added later needs a default. */
export const contentSchemas: { readonly [Kind in ContentKind]: z.ZodType<ContentOf[Kind]> } = {
  book: bookSchema
    .refine(({ price }) => price > 0, { path: ['price'], error: 'Enter a price above £0.' })
    .refine(({ price, oldPrice }) => oldPrice === null || oldPrice > price, {
      path: ['oldPrice'],
      error: 'The old price must be above the price.',
    })
    .refine(({ expectedMonth, preOrder }) => expectedMonth === null || preOrder, {
      path: ['expectedMonth'],
      error: 'Only a pre-order has an expected month.',
    })
    .refine(({ preOrder, soldOut }) => !(preOrder && soldOut), {
      path: ['soldOut'],
      error: 'A pre-order cannot be sold out.',
    })
    .refine(({ id, offerLink }) => offerLink === paths.book(id) || isHttpsAddress(offerLink), {
      path: ['offerLink'],
      error: 'Enter the address of the book’s own page, or one that begins with https.',
    }),
  lesson: lessonSchema.refine(({ durationSeconds }) => durationSeconds > 0, {
    path: ['durationSeconds'],
    error: 'Enter a length above 0.',
  }),
  course: courseSchema.refine(({ runs }) => runs.every(({ from, to }) => from <= to), {
    path: ['runs'],
    error: 'A run must not end before it begins.',
  }),
  post: postSchema
    .extend({ published: z.boolean() })
    .refine(({ link }) => link === null || isHttpsAddress(link), {
      path: ['link'],
      error: 'Enter an https address.',
    })
    .refine(({ image }) => POST_PICTURES.includes(image) || UPLOADED_PICTURE.test(image), {
      path: ['image'],
      error: 'Choose a picture.',
    }),
  team: teamMemberSchema,
  academy: academySchema
    .refine(({ founderProfile }) => isHttpsAddress(founderProfile), {
      path: ['founderProfile'],
      error: 'Enter an https address.',
    })
    .refine(({ companyContact }) => companyContact === null || isHttpsAddress(companyContact), {
      path: ['companyContact'],
      error: 'Enter an https address.',
    }),
  premium: z.object({
    price: penceSchema.refine((price) => price > 0, { error: 'Enter a price above £0.' }),
  }),
};

/** The drawings for posts that come with the site. */
export const POST_PICTURES: readonly string[] = Array.from(
  { length: POST_COUNT },
  (_, index) => `/art/posts/${index + 1}.svg`,
);

const UPLOADED_PICTURE = /^\/api\/pictures\/[\da-f]{32}\.jpg$/;

/** Whether a link leads to an https address without a user name, which would hide the host from a reader. */
function isHttpsAddress(link: string): boolean {
  const url = URL.parse(link);
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
}

type Database = Pick<DataSource | EntityManager, 'getRepository'>;

export function currentVersions(database: Database, kind: ContentKind, itemIds?: readonly number[]) {
  return database
    .getRepository(ContentVersions)
    .createQueryBuilder('v')
    .innerJoin(
      (newest) =>
        newest
          .select('n.item_id', 'item_id')
          .addSelect('MAX(n.version)', 'version')
          .from(ContentVersions, 'n')
          .where('n.kind = :kind', { kind })
          // The query groups by all columns before the version, or else MariaDB reads each version.
          .groupBy('n.kind')
          .addGroupBy('n.item_id'),
      'newest',
      'newest.item_id = v.item_id AND newest.version = v.version',
    )
    .where({ kind, ...(itemIds && { itemId: In(itemIds) }) })
    .orderBy('v.itemId')
    .getMany();
}

/** Reads the content in force: the highest version of each item. */
export async function readContent<Kind extends ContentKind>(
  database: Database,
  kind: Kind,
  itemIds?: readonly number[],
): Promise<ContentOf[Kind][]> {
  const versions = await currentVersions(database, kind, itemIds);
  return versions.map((version) => contentOf(kind, version));
}

/** @throws ZodError when the row does not fit the schema. */
export function contentOf<Kind extends ContentKind>(
  kind: Kind,
  { content }: ContentVersion,
): ContentOf[Kind] {
  return contentSchemas[kind].parse(content);
}

/**
 * Adds the next version of an item. Another recording of a lesson resets its progress, which belongs to the old one; the
 * same recording after a pause does not.
 * Fails with a duplicate when the version exists.
 * @param previous the version in force; absent for a new item.
 */
export async function addVersion<Kind extends ContentKind>(
  manager: EntityManager,
  {
    kind,
    previous,
    ...row
  }: Pick<ContentVersion, 'itemId' | 'source' | 'savedAt' | 'accountId'> & {
    readonly kind: Kind;
    readonly content: ContentOf[Kind];
    readonly previous?: ContentVersion | undefined;
  },
): Promise<void> {
  await manager.insert(ContentVersions, { ...row, kind, version: (previous?.version ?? 0) + 1 });
  if (kind !== 'lesson' || !previous) return;
  const after = contentSchemas.lesson.parse(row.content);
  if (!isRecorded(after)) return;
  const earlier = await manager.find(ContentVersions, {
    where: { kind, itemId: row.itemId, version: LessThanOrEqual(previous.version) },
    order: { version: 'DESC' },
  });
  const before = earlier.map((version) => contentOf('lesson', version)).find(isRecorded);
  if (before?.durationSeconds !== after.durationSeconds)
    await manager.delete(LessonProgresses, { lessonId: row.itemId });
}

export interface Catalogue {
  /** Raised with each change of the content. */
  readonly revision: number;
  readonly books: readonly ContentOf['book'][];
  readonly lessons: readonly ContentOf['lesson'][];
  readonly courses: readonly ContentOf['course'][];
  readonly posts: readonly ContentOf['post'][];
  readonly team: readonly ContentOf['team'][];
  readonly academy: ContentOf['academy'];
  readonly premium: ContentOf['premium'];
}

const ID = 1;

/** Saves items that differ, unless the stored content is of a higher revision or the office's. */
export async function seed(db: DataSource, catalogue: Catalogue): Promise<void> {
  await transaction(db, async (manager) => {
    const stored = await manager.findOneBy(CatalogueRevisions, { id: ID });
    if (stored && stored.revision > catalogue.revision) return;
    await seedItems(manager, 'book', catalogue.books, ({ id }) => id);
    await seedItems(manager, 'lesson', catalogue.lessons, ({ id }) => id);
    await seedItems(manager, 'course', catalogue.courses, (_, index) => index + 1);
    await seedItems(manager, 'post', catalogue.posts, ({ id }) => id);
    await seedItems(manager, 'team', catalogue.team, ({ id }) => id);
    await seedItems(manager, 'academy', [catalogue.academy], () => 1);
    await seedItems(manager, 'premium', [catalogue.premium], () => 1);
    await manager.save(CatalogueRevisions, { id: ID, revision: catalogue.revision });
  });
}

async function seedItems<Kind extends ContentKind>(
  manager: EntityManager,
  kind: Kind,
  items: readonly ContentOf[Kind][],
  idOf: (item: ContentOf[Kind], index: number) => number,
): Promise<void> {
  const versions = await currentVersions(manager, kind);
  const byItem = new Map(versions.map((version) => [version.itemId, version]));
  const savedAt = new Date();
  for (const [index, content] of items.entries()) {
    const itemId = idOf(content, index);
    const previous = byItem.get(itemId);
    if (previous?.source === 'office') continue;
    if (previous && isDeepStrictEqual(contentOf(kind, previous), content)) continue;
    await addVersion(manager, {
      kind,
      itemId,
      previous,
      content,
      source: 'release',
      savedAt,
      accountId: null,
    });
  }
}
