import type { Post } from '@isa/api-contract';

/** The number of a post's drawing: 7 for `/art/posts/7.svg`. */
export function pictureOf({ image }: Pick<Post, 'image'>): number {
  return Number(/(\d+)\.svg$/.exec(image)?.[1] ?? 1);
}
