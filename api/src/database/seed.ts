import { isDeepStrictEqual } from 'node:util';
import type { DataSource, EntityManager } from 'typeorm';
import { addVersion, type ContentOf, contentOf, currentVersions } from './content';
import { CatalogueRevisions, type ContentKind } from './entities';
import { transaction } from './transaction';

export interface Catalogue {
  /** Raised with each change of the content. */
  readonly revision: number;
  readonly books: readonly ContentOf['book'][];
  readonly lessons: readonly ContentOf['lesson'][];
  readonly courses: readonly ContentOf['course'][];
  readonly posts: readonly ContentOf['post'][];
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
