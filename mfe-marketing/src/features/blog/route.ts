import { calls } from '@isa/api-contract';
import { definePage, paths } from '@isa/contract';
import { byNewest } from './by-newest';

export const blogRoute = definePage({
  path: paths.blog,
  title: 'Blog',
  load: async ({ host, signal }) => {
    const { posts } = await host.api(calls.listPosts, {}, { signal });
    return { posts: byNewest(posts) };
  },
  page: () => import('./blog-page'),
});
