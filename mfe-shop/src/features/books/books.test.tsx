import { calls } from '@isa/api-contract';
import { ApiError } from '@isa/contract';
import { answer, fakeHost, remoteAt, structuredData } from '@isa/contract/testing';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import remote from '../../remote';
import { bookOf, books } from '../../testing/books';
import { shopAnswers } from '../../testing/shop-api';

function visit(address: string, host = fakeHost({ answers: shopAnswers() })) {
  const { element, router } = remoteAt(remote, address, host);
  render(element);
  return { element, host, router, user: userEvent.setup() };
}

beforeEach(() => {
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  localStorage.clear();
});

describe('an address without a book', () => {
  it.each(['0', '9', '1.0', '01', 'volume-1', '1001', '1e0'])(
    '/isa-books/%s redirects to the list',
    async (id) => {
      const { router } = visit(`/isa-books/${id}`);
      expect(await screen.findByRole('heading', { level: 1, name: 'Books' })).toBeVisible();
      expect(router.state.location.pathname).toBe('/isa-books/all-books');
    },
  );

  it('redirects to the list when the book is no longer in the catalogue', async () => {
    const answers = [answer(calls.listBooks, () => ({ books: books.slice(0, 3) }))];
    const { router } = visit('/isa-books/8', fakeHost({ answers }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Books' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/isa-books/all-books');
  });
});

describe('the list of books', () => {
  it('passes a failed request to the shell, which offers a retry', async () => {
    const failing = answer(calls.listBooks, () => {
      throw new ApiError('busy', 'We are busy.');
    });
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { router } = visit('/isa-books/all-books', fakeHost({ answers: [failing] }));
    await screen.findAllByText(/We are busy/);
    expect(Object.values(router.state.errors ?? {})).toEqual([expect.objectContaining({ id: 'busy' })]);
  });

  it('shows a message when there are none', async () => {
    visit('/isa-books/all-books', fakeHost({ answers: [answer(calls.listBooks, () => ({ books: [] }))] }));
    expect(await screen.findByText('No books are for sale right now')).toBeVisible();
  });

  it('shows all eight, packs first, with 200 characters, price and a link to the page', async () => {
    visit('/isa-books/all-books');
    const cards = await screen.findAllByRole('article');
    expect(cards).toHaveLength(8);
    for (const book of books) {
      const link = screen.getByRole('link', {
        name: (name) => name.replaceAll('\u00a0', ' ') === book.title,
      });
      expect(link).toHaveAttribute('href', `/isa-books/${book.id}`);
    }
    const [first] = cards;
    if (!first) throw new Error('There is no first card.');
    expect(within(first).getByText('Volumes 1–4')).toBeVisible();
    const volume1 = cards.find((card) => within(card).queryByText('Volume 1'));
    if (!volume1) throw new Error('There is no card of volume 1.');
    const text = within(volume1).getByText(/^Most surveillance operations/).textContent;
    // The words that fit into 200 characters, with the ellipsis.
    expect(text).toMatch(/whoever was free.*[a-z]…$/);
    expect(text.length).toBeLessThanOrEqual(201);
    expect(within(volume1).getByText('£34.74')).toBeVisible();
    expect(within(volume1).getByText('£38.60')).toBeVisible();
  });

  it('contains no more data of a book than its card shows', async () => {
    const { router } = visit('/isa-books/all-books');
    await screen.findAllByRole('article');
    const data = JSON.stringify(router.state.loaderData);
    for (const { title, content, contents } of books) {
      expect(data).toContain(title);
      expect(data).not.toContain(content.slice(-40));
      expect(data).not.toContain(contents[0]);
    }
  });

  it('marks volume 5 as a pre-order and shows the savings of packs', async () => {
    visit('/isa-books/all-books');
    const cards = await screen.findAllByRole('article');
    const [volume5] = cards.filter((card) => within(card).queryByText('Volume 5'));
    const [pack] = cards.filter((card) => within(card).queryByText('Volumes 1 + 2'));
    if (!volume5) throw new Error('There is no card of volume 5.');
    expect(within(volume5).getByRole('button')).toHaveTextContent('Pre-order');
    expect(pack).toHaveTextContent('Saves £4.48');
  });
});

describe('the page of a book', () => {
  it('shows title, price with currency and the book’s description', async () => {
    visit('/isa-books/1');
    expect(await screen.findByText(/^We dispatch books in stock within three working days/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'How to return books' })).toHaveAttribute(
      'href',
      '/terms-and-conditions#returns',
    );
    expect(await screen.findByRole('heading', { level: 1, name: bookOf(1).title })).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(screen.getAllByText('£34.74')[0]).toBeVisible();
    expect(screen.getByText('GBP')).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: 'Begin with the right to look' })).toBeVisible();
  });

  it('contains the texts of this book and of no other', async () => {
    const { router } = visit('/isa-books/2');
    await screen.findByRole('heading', { level: 1 });
    const data = JSON.stringify(router.state.loaderData);
    for (const { title } of books) expect(data).toContain(title);
    expect(data.split('"content":')).toHaveLength(2);
    expect(data.split('"contents":')).toHaveLength(2);
  });

  it('loads the picture of the first screen eagerly and the others lazily', async () => {
    const { container } = render(
      remoteAt(remote, '/isa-books/1', fakeHost({ answers: shopAnswers() })).element,
    );
    await screen.findByRole('heading', { level: 1 });
    const sources = (loading: string) =>
      new Set(
        [...container.querySelectorAll(`img[loading=${loading}]`)].map((image) => image.getAttribute('src')),
      );
    expect([...sources('eager')]).toEqual(['/art/book-1-mockup.svg']);
    expect(sources('lazy')).toContain('/art/book-1.svg');
  });

  it('confirms each added copy once', async () => {
    const { host, user } = visit('/isa-books/1');
    await user.click(await screen.findByRole('button', { name: 'Add to cart' }));
    expect(host.basket.store.getState().items).toEqual([{ productId: 1, quantity: 1 }]);
    expect(host.shown).toHaveLength(1);
    expect(host.shown[0]?.text).toContain('is in your cart');
    await user.click(screen.getByRole('button', { name: 'Add to cart' }));
    expect(host.basket.store.getState().items).toEqual([{ productId: 1, quantity: 2 }]);
    expect(host.shown).toHaveLength(2);
    expect(window.scrollTo).toHaveBeenCalledTimes(2);
  });

  it('stops at 99 copies and explains the limit', async () => {
    const items = [{ productId: 1, quantity: 99 }];
    const { host, user } = visit('/isa-books/1', fakeHost({ answers: shopAnswers(), items }));
    await user.click(await screen.findByRole('button', { name: 'Add to cart' }));
    expect(host.basket.store.getState().items).toEqual(items);
    expect(host.shown[0]?.text).toMatch(/99/);
  });

  it('states above the button that volume 5 is a pre-order', async () => {
    visit('/isa-books/8');
    const note = await screen.findByText(/This book has not been published yet/);
    const button = screen.getByRole('button', { name: /Add to cart: pre-order/ });
    expect(note.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('offers the packs that contain this volume with their savings', async () => {
    visit('/isa-books/1');
    const heading = await screen.findByRole('heading', { name: 'Save with a pack' });
    const offers = heading.parentElement?.textContent ?? '';
    expect(offers).toContain('£4.48 less than one by one');
    expect(offers).toContain('£12.48 less than one by one');
  });

  it('navigates by links in the description, and leaves new tabs and other sites to the browser', async () => {
    const content =
      '<p><a href="/isa-books/2">Volume 2</a> <a href="https://elsewhere.test/isa-books/3">Elsewhere</a></p>';
    const catalogue = books.map((book) => (book.id === 1 ? { ...book, content } : book));
    const host = fakeHost({ answers: [answer(calls.listBooks, () => ({ books: catalogue }))] });
    const { router, user } = visit('/isa-books/1', host);
    const stayed = (link: HTMLElement) => fireEvent.click(link) && router.state.location.pathname;
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const inside = await screen.findByRole('link', { name: 'Volume 2' });
    expect(stayed(screen.getByRole('link', { name: 'Elsewhere' }))).toBe('/isa-books/1');
    expect(fireEvent.click(inside, { ctrlKey: true })).toBe(true);
    expect(router.state.location.pathname).toBe('/isa-books/1');
    await user.click(inside);
    await screen.findByRole('heading', { level: 1, name: bookOf(2).title });
    expect(router.state.location.pathname).toBe('/isa-books/2');
  });

  it('shows the covers of a pack’s volumes', async () => {
    const { user } = visit('/isa-books/7');
    await user.click(
      await screen.findByRole('button', { name: /^Show: Drawn from inside volume \d: a plan/ }),
    );
    expect(screen.getByText(/^Drawn from inside volume \d: a plan/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Show: Cover, Volume 4' }));
    expect(screen.getByRole('button', { name: 'Show: Cover, Volume 4' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    expect(screen.getByText('Cover, Volume 4')).toBeVisible();
  });

  it('links from a pack to each volume in it, and from a volume to others', async () => {
    const { router } = visit('/isa-books/6');
    const inside = async (name: string) => {
      const section = (await screen.findByRole('heading', { name })).parentElement;
      if (!section) throw new Error('The heading has no section.');
      return within(section)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'));
    };
    expect(await inside('In this pack')).toEqual(['/isa-books/4', '/isa-books/5']);
    expect(screen.queryByRole('heading', { name: 'Related volumes' })).not.toBeInTheDocument();
    await act(() => router.navigate('/isa-books/5'));
    expect(await inside('Related volumes')).toEqual([
      '/isa-books/8',
      '/isa-books/1',
      '/isa-books/2',
      '/isa-books/4',
    ]);
  });

  it('describes the offer of volume 5 to search engines as a pre-order', async () => {
    const { element } = visit('/isa-books/8');
    await screen.findByRole('heading', { level: 1 });
    const things = structuredData(element);
    expect(things).toContainEqual(
      expect.objectContaining({
        '@type': ['Book', 'Product'],
        offers: expect.objectContaining({
          price: '31.00',
          priceCurrency: 'GBP',
          availability: 'https://schema.org/PreOrder',
        }) as unknown,
      }),
    );
    expect(things).toContainEqual(expect.objectContaining({ '@type': 'BreadcrumbList' }));
  });
});
