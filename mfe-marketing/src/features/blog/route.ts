import { calls, type CourseCard, type Post, POST_COUNT } from '@isa/api-contract';
import { ApiError, definePage, type LoadContext } from '@isa/contract';
import { redirect } from '@isa/contract/router';
import * as paths from '@isa/api-contract/paths';

export const blogRoutes = [
  definePage({
    path: paths.blog,
    title: 'Blog',
    load: async ({ host, signal }) => {
      const { posts } = await host.api(calls.listPosts, {}, { signal });
      // Posts are sorted newest first (specification §2).
      return { posts: [...posts].sort((a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt)) };
    },
    page: () => import('./blog-page'),
    // These addresses include posts that were written after the release was built.
    addressesIn: ({ posts }) => posts.map(({ id }) => paths.post(id)),
  }),
  definePage({
    path: paths.post.pattern,
    title: 'Blog post',
    addresses: Array.from({ length: POST_COUNT }, (_, index) => paths.post(index + 1)),
    load: loadPost,
    page: () => import('./post-page'),
  }),
];

/** Loads a post. An address without one redirects to the list, as books do (specification §3). */
async function loadPost({ host, params, signal }: LoadContext) {
  const postId = Number(params['postId']);
  // Each post has one address, so that `01` and `1.0` are none.
  if (!Number.isSafeInteger(postId) || String(postId) !== params['postId']) throw redirect(paths.blog);
  try {
    const [read, { courses }] = await Promise.all([
      host.api(calls.readPost, { params: { postId } }, { signal }),
      host.api(calls.listCourses, {}, { signal }),
    ]);
    return { ...read, course: courseOn(read.post, courses) };
  } catch (error) {
    if (error instanceof ApiError && error.id === 'not-found') throw redirect(paths.blog);
    throw error;
  }
}

/** The words in a post by which its subject is recognised, and the course on it. The first match counts. */
const subjects: readonly (readonly [RegExp, string])[] = [
  [/\bmanagers?\b/i, 'isa-investigations-course-1'],
  [/\binvestigators?\b/i, 'isa-investigations-course-3'],
  [/\bdepartments?\b/i, 'isa-intelligence-course-1'],
  [/\bexecutives?\b|\bprincipals?\b/i, 'isa-intelligence-course-2'],
  [/./, 'isa-surveillance-course-6'],
];

/** The training course on a post's subject, if it is in the catalogue. */
function courseOn({ title, content }: Post, courses: readonly CourseCard[]): CourseCard | undefined {
  const slug = subjects.find(([words]) => words.test(`${title} ${content}`))?.[1];
  return courses.find((course) => course.slug === slug);
}
