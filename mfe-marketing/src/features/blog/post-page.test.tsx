import { calls } from '@isa/api-contract';
import { answer, fakeHost, remoteAt, structuredData } from '@isa/contract/testing';
import { render, screen, within } from '@testing-library/react';
import marketing from '../../remote';
import { answers, aPost } from '../../testing/fixtures';

const long = `${'word '.repeat(100)}end of the first.\n\nThe last sentence.`;

async function open(link: string | null, content = long) {
  const read = answer(calls.readPost, () => ({
    post: aPost(2, { content, link }),
    older: { id: 1, title: 'Post 1', image: '/art/posts/1.svg' },
    newer: null,
  }));
  const { element } = remoteAt(marketing, '/isa-blog/2', fakeHost({ answers: [read, ...answers] }));
  render(element);
  await screen.findByRole('heading', { level: 1, name: 'Post 2' });
  return element;
}

describe('the page of a post', () => {
  it('shows the whole text in its paragraphs, and the date', async () => {
    await open(null);
    expect(screen.getByText(/^word.*end of the first\.$/)).toBeInTheDocument();
    expect(screen.getByText('The last sentence.')).toBeInTheDocument();
    expect(screen.getByText('1 February 2024')).toHaveAttribute('datetime', '2024-02-01');
  });

  it('links to the other site in a new tab, without access to this one', async () => {
    await open('https://network.example/posts/2');
    const link = screen.getByRole('link', { name: /^This post on/ });
    expect(link).toHaveAttribute('href', 'https://network.example/posts/2');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('has no such link for a post that is only here', async () => {
    await open(null);
    expect(screen.queryByRole('link', { name: /^This post on/ })).not.toBeInTheDocument();
  });

  it('links to the previous post, and to no next one at the newest', async () => {
    await open(null);
    const more = within(screen.getByRole('navigation', { name: 'Read next' }));
    expect(more.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/isa-blog/1']);
  });

  it.each([
    ['What managers should ask', 'Management'],
    ['A private investigator has no powers', 'Level 4 Certificate'],
    ['A department that we organised', 'Departments'],
    ['Say less on the radio', 'Deepening Course'],
  ])('links a post on “%s” to the course %s', async (content, course) => {
    await open(null, content);
    const taught = screen.getByRole('region', { name: 'Where this is taught' });
    expect(within(taught).getByRole('link')).toHaveAccessibleName(course);
  });

  it('describes the post to search engines', async () => {
    const element = await open(null);
    expect(structuredData(element)).toContainEqual(
      expect.objectContaining({ '@type': 'BlogPosting', headline: 'Post 2', articleBody: long }),
    );
  });
});
