import { academy, isRecorded, type Post } from '@isa/api-contract';
import { legalPages, premium } from '../../../content';
import { readContent } from '../../database/content';
import type { CoreDeps } from '../../http/deps';
import { type ApiRouter, createRouter } from '../../http/context';
import { mount } from '../../http/mount';
import { required } from '../../http/problem-error';

/** Books, lessons, courses and posts come from the database; the rest from the content files. */
export function catalogueRoutes({
  db,
  env,
  responseCache,
}: Pick<CoreDeps, 'db' | 'env' | 'responseCache'>): ApiRouter {
  const router = createRouter();
  const cached = [responseCache.store];

  mount(router, 'listBooks', cached, async () => ({ books: await readContent(db, 'book') }));

  mount(router, 'readBook', cached, async ({ params }) => {
    const [book] = await readContent(db, 'book', [params.bookId]);
    return { book: required(book) };
  });

  mount(router, 'listLessons', cached, async () => {
    const lessons = await readContent(db, 'lesson');
    return { lessons, premium: { ...premium, preOrder: !lessons.some(isRecorded) } };
  });

  mount(router, 'readLesson', cached, async ({ params }) => {
    const [lesson] = await readContent(db, 'lesson', [params.lessonId]);
    return { lesson: required(lesson), premium };
  });

  mount(router, 'listCourses', cached, async () => {
    const courses = await readContent(db, 'course');
    return {
      courses: courses.map(({ slug, category, name, summary, link, img, facts, runs }) => ({
        slug,
        category,
        name,
        summary,
        link,
        img,
        facts,
        runs,
      })),
    };
  });

  mount(router, 'readCourse', cached, async ({ params }) => {
    const courses = await readContent(db, 'course');
    return { course: required(courses.find(({ slug }) => slug === params.slug)) };
  });

  mount(router, 'listPosts', cached, async () => ({ posts: await publishedPosts() }));

  mount(router, 'readPost', cached, async ({ params }) => {
    const newestFirst = await publishedPosts();
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

  async function publishedPosts(): Promise<Post[]> {
    const posts = await readContent(db, 'post');
    return posts
      .flatMap(({ published, ...post }) => (published ? [post] : []))
      .sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
  }

  return router;
}

function neighbour(post: Post | undefined) {
  return post ? { id: post.id, title: post.title } : null;
}
