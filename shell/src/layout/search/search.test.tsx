import { type CallOutput, calls, type CourseCard, type Lesson, pence, type Post } from '@isa/api-contract';
import { ApiError } from '@isa/contract';
import { type Answer, answer } from '@isa/contract/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderShell } from '../../testing/render-shell';
import { showDialogs } from '../../testing/show-dialogs';

beforeAll(showDialogs);

const lesson: Lesson = {
  id: 1007,
  title: 'Following on foot',
  summary: 'Distance, cover and the façade of everyday life.',
  topic: 'Foot surveillance',
  durationSeconds: 300,
  trailerVideoSrc: '',
  courseVideoSrc: '',
  content: '<p>The <b>tail</b> in a crowd</p>',
  link: '/isa-online-courses/1007',
  price: pence(2499),
  currency: 'GBP',
  imgSrc: '/art/lesson-1007.svg',
};
const course: CourseCard = {
  slug: 'isa-surveillance-course-6',
  category: 'surveillance',
  name: 'Deepening course for professionals',
  summary: 'For teams that already work in the field.',
  link: '/isa-surveillance-course-6',
  img: '/art/course.svg',
  facts: {
    audience: 'Operators',
    duration: 'Four weeks',
    place: 'Headquarters',
    group: 'Up to 12',
    language: 'English',
  },
  runs: [],
};
const post: Post = {
  id: 1,
  title: 'What a vehicle gives away',
  image: '/art/post.svg',
  link: 'https://network.test/posts/1',
  content: 'Mirrors, mostly.',
  publishedAt: '2026-01-01T00:00:00.000Z',
};

const searchable: CallOutput<'readSearchable'> = {
  courses: [course],
  lessons: [lesson],
  books: [],
  posts: [post],
  legalPages: [
    {
      slug: 'terms-and-conditions',
      title: 'Terms and conditions',
      summary: '',
      updatedAt: '2026-01-01T00:00:00.000Z',
      sections: [
        { id: 'returns', heading: 'Returns', html: '<p>Books &amp; packs: cancel within 14 days.</p>' },
      ],
    },
  ],
};
const catalogue = [answer(calls.readSearchable, () => searchable)];

it('opens from the page for unknown addresses', async () => {
  const { user } = await renderShell('/no-such-page', { answers: catalogue });
  await user.click(screen.getByRole('button', { name: 'Search the site' }));
  expect(await screen.findByRole('dialog', { name: 'Search' })).toBeVisible();
});

async function openSearch(answers: readonly Answer[] = catalogue) {
  const shell = await renderShell('/', { answers });
  await shell.user.click(screen.getByRole('button', { name: 'Search' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Search' }));
  const input = await dialog.findByRole('searchbox');
  return { ...shell, dialog, input };
}

describe('the site search', () => {
  it('finds pages while the catalogue is unavailable, and retries', async () => {
    let online = false;
    const flaky = answer(calls.readSearchable, () => {
      if (!online) throw new ApiError('network', 'No network.');
      return searchable;
    });
    const { user, dialog, input } = await openSearch([flaky]);
    await user.type(input, 'privacy');
    expect(await dialog.findByText(/some results may be missing/)).toBeVisible();
    expect(dialog.getByRole('link', { name: /Privacy Policy/ })).toHaveAttribute('href', '/privacy-policy');
    await user.clear(input);
    await user.type(input, 'foot');
    expect(dialog.queryByText(/No results|0 results/)).not.toBeInTheDocument();
    online = true;
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await user.clear(input);
    await user.type(input, 'foot');
    expect(await dialog.findByRole('link', { name: /Following on foot/ })).toBeVisible();
    expect(dialog.queryByText(/some results may be missing/)).not.toBeInTheDocument();
  });

  it('reports that nothing was found', async () => {
    const { user, dialog, input } = await openSearch();
    await user.type(input, 'zeppelin');
    expect(await dialog.findByText(/No results for “zeppelin”. Try one of these words:/)).toBeVisible();
    expect(dialog.getByText('0 results')).toHaveAttribute('role', 'status');
    expect(dialog.getByRole('link', { name: 'ask us' })).toHaveAttribute('href', '/contact');
    await user.click(dialog.getByRole('button', { name: 'Foot' }));
    expect(input).toHaveValue('Foot');
    expect(await dialog.findByRole('link', { name: /Following on foot/ })).toBeVisible();
  });

  it('marks the searched words, also without their accents, and no words of a question', async () => {
    const { user, dialog, input } = await openSearch();
    await user.type(input, 'is the facade');
    const lessonLink = await dialog.findByRole('link', { name: /Following on foot/ });
    expect([...lessonLink.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      'façade',
    ]);
  });

  it.each([
    ['a prefix', 'follow', /Following on foot/],
    ['a word with a typing error', 'deepenning', /Deepening course/],
    ['a word with swapped letters', 'deepeinng', /Deepening course/],
    ['a word without its accent', 'facade', /Following on foot/],
    ['a word inside HTML', 'crowd', /Following on foot/],
    ['a category', 'surveillance', /Deepening course/],
  ])('finds by %s', async (_, query, name) => {
    const { user, dialog, input } = await openSearch();
    await user.type(input, query);
    expect(await dialog.findByRole('link', { name })).toBeVisible();
  });

  it.each([
    ['cancel', /Returns/, '/terms-and-conditions#returns'],
    ['money back', /Returns/, '/terms-and-conditions#returns'],
    ['handbook', /^Page.*Books/, '/isa-books/all-books'],
    ['fraud', /Services: Investigations/, '/isa-services/investigations'],
    ['consultant', /Services: Consultancy/, '/isa-services/consultancy'],
    ['telephone', /Contact Us/, '/contact'],
    ['refund', /Orders/, '/my-orders'],
    ['how much does it cost?', /^Page.*Books/, '/isa-books/all-books'],
  ])('finds the page for "%s"', async (query, name, address) => {
    const { user, dialog, input } = await openSearch();
    await user.type(input, query);
    expect(await dialog.findByRole('link', { name })).toHaveAttribute('href', address);
  });

  it.each([
    ['books', '/isa-books/all-books'],
    ['surveillance', '/isa-surveillance-courses'],
  ])('lists the page named "%s" first', async (query, address) => {
    const { user, dialog, input } = await openSearch();
    await dialog.findByText('Often looked for');
    await user.type(input, query);
    const [first] = dialog.getAllByRole('listitem').map((item) => within(item).getByRole('link'));
    expect(first).toHaveAttribute('href', address);
  });

  it('lists a course before lessons and books when all are named like the query', async () => {
    const named = {
      ...searchable,
      courses: [{ ...course, name: 'Surveillance: Deepening Course for Professionals' }],
      lessons: [{ ...lesson, title: 'Surveillance', summary: 'Surveillance, and why surveillance ends.' }],
    };
    const { user, dialog, input } = await openSearch([answer(calls.readSearchable, () => named)]);
    await user.type(input, 'surveillance');
    await dialog.findByText('Online lesson');
    const kinds = dialog.getAllByRole('link').map(({ firstChild }) => firstChild?.textContent);
    expect(kinds.filter((kind) => kind !== 'Page')).toEqual(['Training course', 'Online lesson']);
  });

  it('takes a word that is on the site for itself, and not for a misspelt one', async () => {
    const police = { ...searchable, posts: [{ ...post, content: 'Written for police forces.' }] };
    const { user, dialog, input } = await openSearch([answer(calls.readSearchable, () => police)]);
    await user.type(input, 'police');
    expect(await dialog.findByRole('link', { name: /What a vehicle gives away/ })).toBeVisible();
    expect(dialog.queryByRole('link', { name: /Privacy Policy/ })).not.toBeInTheDocument();
    await user.clear(input);
    await user.type(input, 'polcy');
    expect(await dialog.findByRole('link', { name: /Privacy Policy/ })).toBeVisible();
  });

  it('lists what can be bought or read before the terms that mention it', async () => {
    const [terms] = searchable.legalPages;
    const sections = [{ id: 'prices', heading: 'Prices', html: '<p>Prices, and prices again.</p>' }];
    const priced = { ...searchable, legalPages: terms ? [{ ...terms, sections }] : [] };
    const { user, dialog, input } = await openSearch([answer(calls.readSearchable, () => priced)]);
    await user.type(input, 'prices');
    await dialog.findByText('again.');
    const names = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(names.length).toBeGreaterThan(2);
    expect(names.at(-1)).toContain('Prices, and prices again');
  });

  it('ignores the names of HTML elements', async () => {
    const { user, dialog, input } = await openSearch();
    await dialog.findByText('Often looked for');
    await user.type(input, '<b>');
    expect(dialog.queryByRole('link', { name: /Following on foot/ })).not.toBeInTheDocument();
  });

  it('shows the characters that HTML escapes', async () => {
    const { user, dialog, input } = await openSearch();
    await user.type(input, 'cancel');
    expect(await dialog.findByRole('link', { name: /Returns/ })).toHaveTextContent(
      'Books & packs: cancel within 14 days.',
    );
  });

  it('leads to the page of an article', async () => {
    const { user, dialog, input } = await openSearch();
    await user.type(input, 'vehicle');
    const link = await dialog.findByRole('link', { name: /What a vehicle gives away/ });
    expect(link).toHaveAttribute('href', '/isa-blog/1');
  });

  it('opens by its shortcut with a modifier, but not by a single key or in a text field', async () => {
    const { user } = await renderShell('/', { answers: catalogue });
    const field = within(screen.getByRole('form', { name: 'Newsletter' })).getByLabelText(/Email/);
    await user.type(field, '/k');
    fireEvent.keyDown(field, { key: 'k', ctrlKey: true });
    for (const key of ['/', 'k', 'K', 's', '?']) fireEvent.keyDown(document.body, { key });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true, altKey: true });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    expect(await screen.findByRole('searchbox')).toHaveFocus();
  });

  it('closes when Back leads to another page', async () => {
    const { router, user } = await renderShell('/login', { answers: catalogue });
    await act(() => router.navigate('/register'));
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByRole('dialog', { name: 'Search' })).toBeVisible();
    await act(() => router.navigate(-1));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('leaves the keys that choose a word to the input method', async () => {
    const { dialog, input, user } = await openSearch();
    await user.type(input, 'foot');
    await dialog.findByRole('link', { name: /Following on foot/ });
    fireEvent.keyDown(input, { key: 'ArrowDown', isComposing: true });
    expect(input).toHaveFocus();
  });

  it('moves through the results by arrow keys and opens the first on Enter', async () => {
    const { user, dialog, input, router } = await openSearch();
    await user.type(input, 'foot');
    const link = await dialog.findByRole('link', { name: /Following on foot/ });
    await user.keyboard('{ArrowDown}');
    expect(link).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(input).toHaveFocus();
    await user.keyboard('{ArrowDown}i');
    expect(input).toHaveFocus();
    expect(input).toHaveValue('footi');
    await user.keyboard('{Backspace}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/isa-online-courses/1007'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('sends no request before it is opened, and one then', async () => {
    const { fake, dialog } = await openSearch();
    await dialog.findByText('Often looked for');
    expect(fake.sent.map(({ path }) => path)).toEqual([calls.readSearchable.path]);
  });
});
