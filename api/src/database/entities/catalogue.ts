import { EntitySchema } from 'typeorm';
import { flag, integer, json, money, optional, primary, type Row, text, varchar } from './columns';

const bookColumns = {
  /** The position in the list (specification §3). */
  id: primary(integer),
  title: varchar(200),
  imgSrc: varchar(300),
  content: text,
  link: varchar(300),
  offerLink: varchar(500),
  price: money,
  oldPrice: optional(money),
  volumes: json<number[]>(),
  preOrder: flag,
  pages: integer,
  format: varchar(120),
  contents: json<string[]>(),
};

export type BookRow = Row<typeof bookColumns>;

export const Books = new EntitySchema<BookRow>({ name: 'Book', tableName: 'books', columns: bookColumns });

const lessonColumns = {
  id: primary(integer),
  title: varchar(200),
  summary: text,
  topic: varchar(120),
  durationSeconds: integer,
  trailerVideoSrc: varchar(500),
  courseVideoSrc: varchar(500),
  content: text,
  price: money,
  imgSrc: varchar(300),
};

/** A lesson of the online course. Its link is built from the id, never stored. */
export type LessonRow = Row<typeof lessonColumns>;

export const Lessons = new EntitySchema<LessonRow>({
  name: 'Lesson',
  tableName: 'lessons',
  columns: lessonColumns,
});

const revisionColumns = { id: primary(integer), revision: integer };

/** One row: the revision of the content that books and lessons come from. */
export const CatalogueRevisions = new EntitySchema<Row<typeof revisionColumns>>({
  name: 'CatalogueRevision',
  tableName: 'catalogue_revisions',
  columns: revisionColumns,
});
