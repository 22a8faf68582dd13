import { calls } from '@isa/api-contract';
import { definePage, paths } from '@isa/contract';

export const blogRoute = definePage({
  path: paths.blog,
  title: 'Blog',
  load: async ({ host, signal }) => {
    const { posts } = await host.api(calls.listPosts, {}, { signal });
    // Newest first (specification §2).
    return { posts: [...posts].sort((a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt)) };
  },
  page: () => import('./blog-page'),
});
