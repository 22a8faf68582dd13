import { academy, type Book, CURRENCY, type Lesson, paths, type Post } from '@isa/api-contract';
import { courses, legalPages, posts, premium } from '../../../content';
import { type BookRow, Books, type LessonRow, Lessons } from '../../database/entities';
import type { CoreDeps } from '../../http/deps';
import { type ApiRouter, createRouter } from '../../http/context';
import { mount } from '../../http/mount';
import { required } from '../../http/problem-error';

const cards = courses.map(({ slug, category, name, summary, link, img, facts }) => ({
  slug,
  category,
  name,
  summary,
  link,
  img,
  facts,
}));

/** Public content. Books and lessons, which are sold, come from the database; the rest from the content files. */
export function catalogueRoutes({
  db,
  env,
  responseCache,
}: Pick<CoreDeps, 'db' | 'env' | 'responseCache'>): ApiRouter {
  const router = createRouter();
  const cached = [responseCache.store];

  mount(router, 'listBooks', cached, async () => {
    const rows = await db.getRepository(Books).find({ order: { id: 'ASC' } });
    return { books: rows.map(presentBook) };
  });

  mount(router, 'readBook', cached, async ({ params }) => {
    const row = await db.getRepository(Books).findOneBy({ id: params.bookId });
    return { book: presentBook(required(row)) };
  });

  mount(router, 'listLessons', cached, async () => {
    const rows = await db.getRepository(Lessons).find({ order: { id: 'ASC' } });
    const isRecorded = rows.some(({ courseVideoSrc }) => courseVideoSrc !== '');
    return { lessons: rows.map(presentLesson), premium: { ...premium, preOrder: !isRecorded } };
  });

  mount(router, 'readLesson', cached, async ({ params }) => {
    const row = await db.getRepository(Lessons).findOneBy({ id: params.lessonId });
    return { lesson: presentLesson(required(row)), premium };
  });

  mount(router, 'listCourses', cached, () => ({ courses: cards }));

  mount(router, 'readCourse', cached, ({ params }) => ({
    course: required(courses.find(({ slug }) => slug === params.slug)),
  }));

  mount(router, 'listPosts', cached, () => ({ posts: publishedPosts() }));

  mount(router, 'readPost', cached, ({ params }) => {
    const newestFirst = publishedPosts();
    const index = newestFirst.findIndex(({ id }) => id === params.postId);
    return {
      post: required(newestFirst[index]),
      older: neighbour(newestFirst[index + 1]),
      newer: neighbour(newestFirst[index - 1]),
    };
  });

  mount(router, 'readLegalPage', cached, ({ params }) => ({
    page: required(legalPages.find(({ slug }) => slug === params.slug)),
  }));

  mount(router, 'readSiteLinks', cached, () => ({
    founderProfile: env.founderProfile ?? academy.network.founder,
    companyContact: env.companyContact ?? null,
  }));

  return router;
}

/** Newest first. */
function publishedPosts(): Post[] {
  return [...posts].sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
}

function neighbour(post: Post | undefined) {
  return post ? { id: post.id, title: post.title } : null;
}

function presentBook(row: BookRow): Book {
  return { ...row, currency: CURRENCY };
}

/** The link is built from the id, since the specification's data links lesson 21 to lesson 20's page. */
function presentLesson(row: LessonRow): Lesson {
  return { ...row, currency: CURRENCY, link: paths.lesson(row.id) };
}
