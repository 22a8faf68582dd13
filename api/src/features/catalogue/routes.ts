import {
  type AcademyContent,
  type Book,
  calls,
  type Course,
  isRecorded,
  type LegalPage,
  type Lesson,
  type Post,
  type TeamMember,
} from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { callSchemas } from '@isa/api-contract/schemas';
import { legalPages } from '../../../content';
import { readContent } from '../../database/content';
import type { CoreDeps } from '../../http/deps';
import { type ApiRouter, createRouter } from '../../http/context';
import { mount } from '../../http/mount';
import { required } from '../../http/problem-error';
import { entityTag } from '../../http/response-cache';
import { readPicture } from './pictures';
import { hasAppeared } from './posts';
import { readPremium } from './premium';
import { createSyllabi } from './syllabus';

/** Legal pages come from the content files, everything else from the database. */
export function catalogueRoutes({ db, env, responseCache, now }: CoreDeps): ApiRouter {
  const router = createRouter();
  const cached = [responseCache.store];
  const legal = legalPages(env.contact);
  const syllabi = createSyllabi(env.contact, now);

  mount(router, 'listBooks', cached, async () => ({ books: await readContent(db, 'book') }));

  mount(router, 'readBook', cached, async ({ params }) => {
    const [book] = await readContent(db, 'book', [params.bookId]);
    return { book: required(book) };
  });

  mount(router, 'listLessons', cached, async () =>
    lessonList(await readContent(db, 'lesson'), await readPremium(db)),
  );

  mount(router, 'readLesson', cached, async ({ params }) => {
    const [lesson] = await readContent(db, 'lesson', [params.lessonId]);
    return { lesson: required(lesson), premium: await readPremium(db) };
  });

  mount(router, 'listCourses', cached, async () => courseList(await readContent(db, 'course')));

  mount(router, 'readCourse', cached, async ({ params }) => {
    const courses = await readContent(db, 'course');
    return { course: required(courses.find(({ slug }) => slug === params.slug)) };
  });

  router.get(paths.syllabus.pattern, async (ctx) => {
    const courses = await readContent(db, 'course');
    const course = required(courses.find(({ slug }) => slug === ctx.params['slug']));
    ctx.set('Content-Disposition', `inline; filename="${course.slug}.pdf"`);
    ctx.type = 'application/pdf';
    ctx.body = await syllabi.get(course);
  });

  router.get(paths.picture.pattern, async (ctx) => {
    const bytes = required(await readPicture(db, ctx.params['name'] ?? ''));
    ctx.set({
      'Cache-Control': 'public, max-age=31536000, immutable',
      // The office, another origin, shows it as well.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    ctx.type = 'image/jpeg';
    ctx.body = bytes;
  });

  mount(router, 'listPosts', cached, async () => ({ posts: await publishedPosts() }));

  mount(router, 'readPost', cached, async ({ params }) => {
    const newestFirst = await publishedPosts();
    const index = newestFirst.findIndex(({ id }) => id === params.postId);
    return required(postAt(newestFirst, index));
  });

  mount(router, 'readLegalPage', cached, ({ params }) => ({
    page: required(legal.find(({ slug }) => slug === params.slug)),
  }));

  mount(router, 'readSearchable', cached, async () => searchable(await allContent(), legal));

  mount(router, 'readSiteLinks', cached, async () => siteLinks(await theAcademy()));

  mount(router, 'readContactDetails', cached, () => env.contact);

  mount(router, 'readAcademy', cached, async () =>
    academyAnswer(await readContent(db, 'team'), await theAcademy()),
  );

  mount(router, 'readEntityTags', cached, async () => {
    const content = await allContent();
    const { books, lessons, courses, posts } = content;
    const [team, academy, premium] = await Promise.all([
      readContent(db, 'team'),
      theAcademy(),
      readPremium(db),
    ]);
    const responses: readonly (readonly [address: string, response: unknown])[] = [
      [calls.listBooks.path, { books }],
      ...books.map((book) => [addressOf(calls.readBook, book.id), { book }] as const),
      [calls.listLessons.path, lessonList(lessons, premium)],
      ...lessons.map((lesson) => [addressOf(calls.readLesson, lesson.id), { lesson, premium }] as const),
      [calls.listCourses.path, courseList(courses)],
      ...courses.map((course) => [addressOf(calls.readCourse, course.slug), { course }] as const),
      [calls.listPosts.path, { posts }],
      ...posts.map((post, index) => [addressOf(calls.readPost, post.id), postAt(posts, index)] as const),
      ...legal.map((page) => [addressOf(calls.readLegalPage, page.slug), { page }] as const),
      [calls.readSearchable.path, searchable(content, legal)],
      [calls.readSiteLinks.path, siteLinks(academy)],
      [calls.readContactDetails.path, env.contact],
      [calls.readAcademy.path, academyAnswer(team, academy)],
    ];
    return {
      tags: Object.fromEntries(
        responses.map(([address, response]) => [address, entityTag(Buffer.from(JSON.stringify(response)))]),
      ),
    };
  });

  async function theAcademy(): Promise<AcademyContent> {
    const [academy] = await readContent(db, 'academy');
    return required(academy);
  }

  function academyAnswer(team: readonly TeamMember[], academy: AcademyContent) {
    const answer = { team: [...team], proof: { ...academy, vatNumber: env.seller.vatNumber } };
    return callSchemas.readAcademy.response.parse(answer);
  }

  async function allContent() {
    const [books, lessons, courses, posts] = await Promise.all([
      readContent(db, 'book'),
      readContent(db, 'lesson'),
      readContent(db, 'course'),
      publishedPosts(),
    ]);
    return { books, lessons, courses, posts };
  }

  async function publishedPosts(): Promise<Post[]> {
    const posts = await readContent(db, 'post');
    return posts
      .flatMap(({ published, ...post }) => (published && hasAppeared(post.publishedAt, now()) ? [post] : []))
      .sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
  }

  return router;
}

function addressOf({ path }: { readonly path: string }, id: string | number): string {
  return path.replace(/:\w+$/, String(id));
}

function lessonList(lessons: readonly Lesson[], premium: Awaited<ReturnType<typeof readPremium>>) {
  return { lessons: [...lessons], premium: { ...premium, preOrder: !lessons.some(isRecorded) } };
}

/** The schema leaves out what only a course's own page shows. */
function courseList(courses: readonly Course[]) {
  return callSchemas.listCourses.response.parse({ courses });
}

function searchable(
  content: {
    readonly courses: readonly Course[];
    readonly lessons: readonly Lesson[];
    readonly books: readonly Book[];
    readonly posts: readonly Post[];
  },
  legal: readonly LegalPage[],
) {
  return callSchemas.readSearchable.response.parse({ ...content, legalPages: legal });
}

function siteLinks({ founderProfile, companyContact }: AcademyContent) {
  return { founderProfile, companyContact };
}

/** A post with its neighbours. @returns `undefined` when there is none. */
function postAt(newestFirst: readonly Post[], index: number) {
  const post = newestFirst[index];
  return (
    post && {
      post,
      older: neighbour(newestFirst[index + 1]),
      newer: neighbour(newestFirst[index - 1]),
    }
  );
}

function neighbour(post: Post | undefined) {
  return post ? { id: post.id, title: post.title, image: post.image } : null;
}
