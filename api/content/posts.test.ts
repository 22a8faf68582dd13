import { postSchema } from '@isa/api-contract/schemas';
import { posts } from './posts';

describe('blog posts', () => {
  it('are at least twelve, newest first, and keep the promises of the contract', () => {
    expect(posts.length).toBeGreaterThanOrEqual(12);
    for (const post of posts) expect(postSchema.parse(post)).toEqual(post);
    const dates = posts.map(({ publishedAt }) => publishedAt);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  it('are told apart by id, title, picture and address, and lead to another site', () => {
    for (const key of ['id', 'title', 'image', 'link'] as const) {
      expect(new Set(posts.map((post) => post[key])).size).toBe(posts.length);
    }
    expect(posts.filter(({ link }) => !link.startsWith('https://'))).toEqual([]);
  });

  it('are long enough for the 220-character excerpt to be one', () => {
    expect(posts.filter(({ content }) => content.length <= 220)).toEqual([]);
  });

  it('mention the two-volume set at 440 each with a 20% discount on books', () => {
    const post = posts.find(({ content }) => content.includes('440 each'));
    expect(post?.content).toContain('2-volume set');
    expect(post?.content).toContain('20% discount on the books');
  });
});
