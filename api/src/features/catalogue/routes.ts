import { calls } from '@isa/api-contract';
import { callSchemas } from '@isa/api-contract/schemas';
import { courses, legalPages, posts, premium } from '../../../content';
import { Books, Lessons } from '../../database/entities';
import type { Deps } from '../../deps';
import { type ApiRouter, createRouter } from '../../http/context';
import { mount } from '../../http/mount';
import { ProblemError } from '../../http/problem-error';
import { presentBook, presentCourseCard, presentLesson } from './presenters';

/** Newest first, whatever order they were written in. */
const newestFirst = [...posts].sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
const cards = courses.map(presentCourseCard);

/**
 * What everybody may read. Books and lessons are sold, so they come from the database; what is only read
 * comes straight from the content.
 */
export function catalogueRoutes({
  db,
  publicAnswers: { publish },
}: Pick<Deps, 'db' | 'publicAnswers'>): ApiRouter {
  const router = createRouter();

  mount(router, calls.listBooks, callSchemas.listBooks, publish, async () => {
    const rows = await db.getRepository(Books).find({ order: { id: 'ASC' } });
    return { books: rows.map(presentBook) };
  });

  mount(router, calls.readBook, callSchemas.readBook, publish, async ({ params }) => {
    const row = await db.getRepository(Books).findOneBy({ id: params.bookId });
    return { book: presentBook(found(row)) };
  });

  mount(router, calls.listLessons, callSchemas.listLessons, publish, async () => {
    const rows = await db.getRepository(Lessons).find({ order: { id: 'ASC' } });
    return { lessons: rows.map(presentLesson), premium };
  });

  mount(router, calls.readLesson, callSchemas.readLesson, publish, async ({ params }) => {
    const row = await db.getRepository(Lessons).findOneBy({ id: params.lessonId });
    return { lesson: presentLesson(found(row)), premium };
  });

  mount(router, calls.listCourses, callSchemas.listCourses, publish, () => ({ courses: cards }));

  mount(router, calls.readCourse, callSchemas.readCourse, publish, ({ params }) => ({
    course: found(courses.find(({ slug }) => slug === params.slug)),
  }));

  mount(router, calls.listPosts, callSchemas.listPosts, publish, () => ({
    posts: newestFirst,
  }));

  mount(router, calls.readLegalPage, callSchemas.readLegalPage, publish, ({ params }) => ({
    page: found(legalPages.find(({ slug }) => slug === params.slug)),
  }));

  return router;
}

/** @throws ProblemError `not-found` */
function found<Thing>(thing: Thing | null | undefined): Thing {
  if (thing === null || thing === undefined) throw new ProblemError('not-found');
  return thing;
}
