import { calls } from '@isa/api-contract';
import { answer, fakeHost, remoteAt } from '@isa/contract/testing';
import { render, screen, within } from '@testing-library/react';
import marketing from '../../remote';
import { aPost } from '../../testing/fixtures';

async function open(posts: ReturnType<typeof aPost>[]) {
  const host = fakeHost({ answers: [answer(calls.listPosts, () => ({ posts }))] });
  render(remoteAt(marketing, '/isa-blog', host).element);
  await screen.findByRole('heading', { level: 1 });
}

describe('the blog page', () => {
  it('shows the newest post first', async () => {
    await open([aPost(2), aPost(1), aPost(3)]);
    expect(
      screen.getAllByRole('article').map((post) => within(post).getByRole('heading').textContent),
    ).toEqual([
      'Post 3 (on LinkedIn, new tab)',
      'Post 2 (on LinkedIn, new tab)',
      'Post 1 (on LinkedIn, new tab)',
    ]);
    expect(screen.getByText('1 March 2024')).toHaveAttribute('datetime', '2024-03-01');
  });

  it('groups the posts below the newest by their years', async () => {
    await open([aPost(3), aPost(2), aPost(1, { publishedAt: '2023-05-01T08:00:00Z' })]);
    const titles = (year: string) =>
      within(screen.getByRole('region', { name: year }))
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent);
    expect(titles('2024')).toEqual(['Post 2 (on LinkedIn, new tab)']);
    expect(titles('2023')).toEqual(['Post 1 (on LinkedIn, new tab)']);
  });

  it('opens the external post in a new tab, and reads it here on request', async () => {
    const post = aPost(1);
    await open([post]);
    const card = screen.getByRole('link', { name: 'Post 1 (on LinkedIn, new tab)' });
    expect(card).toHaveAttribute('href', post.link);
    expect(card).toHaveAttribute('target', '_blank');
    expect(card).toHaveAttribute('rel', 'noopener noreferrer');
    const here = screen.getByRole('link', { name: 'Read here: Post 1' });
    expect(here).toHaveAttribute('href', '/isa-blog/1');
    expect(here).not.toHaveAttribute('target');
  });

  it('cuts the content at the last word before 220 characters', async () => {
    await open([aPost(1, { content: 'word '.repeat(100) })]);
    const text = screen.getByText(/^word word/).textContent;
    expect(text.length).toBeLessThanOrEqual(220);
    expect(text).toMatch(/word…$/);
  });

  it('shows an empty state with a link when there are no posts', async () => {
    await open([]);
    expect(screen.getByRole('heading', { name: 'Nothing published yet' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open LinkedIn' })).toHaveAttribute('target', '_blank');
  });
});
