import type { Book, Lesson } from '@isa/api-contract';
import type { DataSource } from 'typeorm';
import { type BookRow, Books, CatalogueRevisions, type LessonRow, Lessons } from './entities';
import { transaction } from './transaction';

export interface Catalogue {
  /** Raised with each change of the content. */
  readonly revision: number;
  readonly books: readonly Book[];
  readonly lessons: readonly Lesson[];
}

const ID = 1;

/**
 * Inserts or updates the catalogue, unless the stored one is of a higher revision. Orders retain the titles and prices of
 * their time.
 */
export async function seed(db: DataSource, { revision, books, lessons }: Catalogue): Promise<void> {
  await transaction(db, async (manager) => {
    const stored = await manager.findOneBy(CatalogueRevisions, { id: ID });
    if (stored && stored.revision > revision) return;
    await manager.save(Books, books.map(bookRow));
    await manager.save(Lessons, lessons.map(lessonRow));
    await manager.save(CatalogueRevisions, { id: ID, revision });
  });
}

function bookRow({ currency: _, ...book }: Book): BookRow {
  return { ...book, volumes: [...book.volumes], contents: [...book.contents] };
}

function lessonRow({ currency: _, link: __, ...lesson }: Lesson): LessonRow {
  return lesson;
}
