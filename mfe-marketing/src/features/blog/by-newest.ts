import type { Post } from '@isa/api-contract';

/** A copy, newest first (specification §2). ISO dates sort as text. */
export function byNewest(posts: readonly Post[]): Post[] {
  return [...posts].sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
}
