import { postSchema } from '@isa/api-contract/schemas';
import { posts } from './posts';

describe('blog posts', () => {
  it('are at least twelve, newest first, and match the contract’s schema', () => {
    expect(posts.length).toBeGreaterThanOrEqual(12);
    for (const post of posts) expect(postSchema.parse(post)).toEqual(post);
    const dates = posts.map(({ publishedAt }) => publishedAt);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  it('have unique ids, titles, pictures and links, and link to another site', () => {
    for (const key of ['id', 'title', 'image', 'link'] as const) {
      expect(new Set(posts.map((post) => post[key])).size).toBe(posts.length);
    }
    expect(posts.filter(({ link }) => !link.startsWith('https://'))).toEqual([]);
  });

  it('are longer than their excerpt of 220 characters', () => {
    expect(posts.filter(({ content }) => content.length <= 220)).toEqual([]);
  });

  it('mention the two-volume set at 440 each with a 20% discount on books', () => {
    const post = posts.find(({ content }) => content.includes('440 each'));
    expect(post?.content).toContain('2-volume set');
    expect(post?.content).toContain('20% discount on the books');
  });
});
