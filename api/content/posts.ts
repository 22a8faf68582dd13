import type { Post } from '@isa/api-contract';
import { postSchema } from '@isa/api-contract/schemas';
import { z } from 'zod';
import postsFile from './posts.json';

/**
 * Newest first (specification §2). Each links to its own page on the professional network. The file is in the opposite
 * order, so that a new post is appended and every post keeps its id.
 */
export const posts: readonly Post[] = z
  .array(postSchema.pick({ title: true, content: true, publishedAt: true }).extend({ anchor: z.string() }))
  .parse(postsFile)
  .map(({ anchor, ...post }, index) => ({
    ...post,
    id: index + 1,
    image: `/art/posts/${index + 1}.svg`,
    link: `https://www.linkedin.com/posts/international-surveillance-academy_${anchor}`,
  }))
  .reverse();
