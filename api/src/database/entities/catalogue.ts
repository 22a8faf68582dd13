import type { Pence } from '@isa/api-contract';
import { EntitySchema } from 'typeorm';
import { flag, integer, json, optional, text, words } from './columns';

/** A book on sale. Its id is its position in the list (specification §3). */
export interface BookRow {
  readonly id: number;
  title: string;
  imgSrc: string;
  content: string;
  link: string;
  offerLink: string;
  price: Pence;
  oldPrice: Pence | null;
  volumes: number[];
  preOrder: boolean;
  pages: number;
  format: string;
  contents: string[];
}

export const Books = new EntitySchema<BookRow>({
  name: 'Book',
  tableName: 'books',
  columns: {
    id: { type: 'integer', primary: true },
    title: words(200),
    imgSrc: words(300),
    content: text,
    link: words(300),
    offerLink: words(500),
    price: integer,
    oldPrice: optional(integer),
    volumes: json,
    preOrder: flag,
    pages: integer,
    format: words(120),
    contents: json,
  },
});

/** A lesson of the online course. Its link is built from the id, never stored. */
export interface LessonRow {
  readonly id: number;
  title: string;
  summary: string;
  topic: string;
  durationSeconds: number;
  trailerVideoSrc: string;
  courseVideoSrc: string;
  content: string;
  price: Pence;
  imgSrc: string;
}

export const Lessons = new EntitySchema<LessonRow>({
  name: 'Lesson',
  tableName: 'lessons',
  columns: {
    id: { type: 'integer', primary: true },
    title: words(200),
    summary: text,
    topic: words(120),
    durationSeconds: integer,
    trailerVideoSrc: words(500),
    courseVideoSrc: words(500),
    content: text,
    price: integer,
    imgSrc: words(300),
  },
});
