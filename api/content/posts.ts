import { type Post, POST_COUNT } from '@isa/api-contract';
import { postSchema } from '@isa/api-contract/schemas';
import { z } from 'zod';
import postsFile from './posts.json';

/** Newest first (specification §2). In the file a new post is appended, so every one keeps its id. */
export const posts: readonly (Post & { readonly published: boolean })[] = z
  .array(
    postSchema
      .pick({ title: true, content: true, publishedAt: true })
      .extend({ anchor: z.string().optional() }),
  )
  .parse(postsFile)
  .map(({ anchor, ...post }, index) => ({
    ...post,
    published: true,
    id: index + 1,
    image: `/art/posts/${index + 1}.svg`,
    link:
      anchor === undefined
        ? null
        : `https://www.linkedin.com/posts/international-surveillance-academy_${anchor}`,
  }))
  .reverse();

if (posts.length !== POST_COUNT) throw new Error(`The blog has ${posts.length} posts.`);
