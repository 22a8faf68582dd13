import type { Book, Lesson } from '@isa/api-contract';
import type { DataSource } from 'typeorm';
import { type BookRow, Books, type LessonRow, Lessons } from './entities';
import { transaction } from './transaction';

export interface Catalogue {
  readonly books: readonly Book[];
  readonly lessons: readonly Lesson[];
}

/** Inserts or updates the catalogue. Orders retain the titles and prices of their time. */
export async function seed(db: DataSource, { books, lessons }: Catalogue): Promise<void> {
  await transaction(db, async (manager) => {
    await manager.save(Books, books.map(bookRow));
    await manager.save(Lessons, lessons.map(lessonRow));
  });
}

function bookRow({ currency: _, ...book }: Book): BookRow {
  return { ...book, volumes: [...book.volumes], contents: [...book.contents] };
}

function lessonRow({ currency: _, link: __, ...lesson }: Lesson): LessonRow {
  return lesson;
}
