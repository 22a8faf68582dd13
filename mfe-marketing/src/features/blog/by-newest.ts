import type { Post } from '@isa/api-contract';

/** Newest first (specification §2), whatever order they arrive in. ISO dates sort as text. */
export function byNewest(posts: readonly Post[]): Post[] {
  return [...posts].sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
}
