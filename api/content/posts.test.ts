import { contentSchemas } from '../src/database/content';
import { posts } from './posts';

describe('blog posts', () => {
  it('are at least twelve, newest first, and match the contract’s schema', () => {
    expect(posts.length).toBeGreaterThanOrEqual(12);
    for (const post of posts) expect(contentSchemas.post.parse(post)).toEqual(post);
    const dates = posts.map(({ publishedAt }) => publishedAt);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  it('have unique ids, titles, pictures and links, and link to another site', () => {
    for (const key of ['id', 'title', 'image', 'link'] as const) {
      expect(new Set(posts.map((post) => post[key])).size).toBe(posts.length);
    }
    expect(posts.filter(({ link }) => link !== null && !link.startsWith('https://'))).toEqual([]);
    // No link has a fragment, because a part of another page is no address of its own.
    expect(posts.filter(({ link }) => link?.includes('#'))).toEqual([]);
  });

  it('never say that lessons are recorded while none is', () => {
    expect(posts.filter(({ content }) => /we recorded|can be watched/.test(content))).toEqual([]);
  });

  it('are longer than their excerpt of 220 characters', () => {
    expect(posts.filter(({ content }) => content.length <= 220)).toEqual([]);
  });

  it('name the two-volume set at 440 each and the 20% discount on books within a card’s excerpt', () => {
    const card = posts.map(({ content }) => content.slice(0, 210)).find((text) => text.includes('440 each'));
    expect(card).toContain('2-volume set');
    expect(card).toContain('GBP');
    expect(card).toContain('20% discount on the books');
  });
});
