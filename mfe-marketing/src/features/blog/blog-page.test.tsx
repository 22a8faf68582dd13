import { calls } from '@isa/api-contract';
import { answer, fakeHost, remoteAt } from '@isa/contract/testing';
import { render, screen } from '@testing-library/react';
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
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Post 3',
      'Post 2',
      'Post 1',
    ]);
    expect(screen.getByText('1 March 2024')).toHaveAttribute('datetime', '2024-03-01');
  });

  it('leads to the page of each post', async () => {
    await open([aPost(1)]);
    const link = screen.getByRole('link', { name: /^Post 1/ });
    expect(link).toHaveAttribute('href', '/isa-blog/1');
    expect(link).not.toHaveAttribute('target');
  });

  it('cuts the content to 220 characters', async () => {
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
