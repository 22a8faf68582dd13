import type { SessionStatus } from '@isa/contract';
import { PageHandle, type PageRoute, type RouteData } from '@isa/contract/host';
import { speculativePage } from './speculative-page';
import { type Allowance, createPageIndex, createPrefetcher } from './prefetcher';

interface Given {
  readonly allowance?: Allowance;
  readonly status?: SessionStatus;
  readonly prefetch?: PageRoute['prefetch'];
  readonly isVisiting?: () => boolean;
}

/** Resolves when all promises of a prefetch have settled. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A prefetcher for four pages; `runIdle` runs its idle callbacks. */
function given({
  allowance = 'all',
  status = 'out',
  prefetch = async () => undefined,
  isVisiting = () => false,
}: Given = {}) {
  const requested: string[] = [];
  const idle: (() => void)[] = [];
  const page = (path: string, access: RouteData['access'] = 'anyone', ownDocument = false) => ({
    id: path,
    path,
    handle: new PageHandle(() => ({ path, title: path, access: access ?? 'anyone', ownDocument })),
    loader: () => null,
    prepare: async () => undefined,
    content: () => null,
    prefetch: jest.fn((visit: Parameters<PageRoute['prefetch']>[0]) => {
      requested.push(visit ? `${path} for ${visit.url.pathname} ${JSON.stringify(visit.params)}` : path);
      return prefetch(visit);
    }),
  });
  speculativePage.clear();
  const prefetcher = createPrefetcher({
    find: createPageIndex([
      {
        path: '/',
        children: [
          page('/isa-books/:bookId'),
          page('/isa-blog'),
          page('/my-courses', 'signed-in'),
          page('/login', 'signed-out'),
          page('/isa-checkout', 'anyone', true),
          { path: '*' },
        ],
      },
    ]),
    allowance: () => allowance,
    sessionStatus: () => status,
    isVisiting,
    whenIdle: (run) => void idle.push(run),
  });
  async function runIdle() {
    for (let run = idle.shift(); run; run = idle.shift()) {
      run();
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  return { prefetcher, requested, runIdle };
}

function link(href: string, attributes: Record<string, string> = {}): HTMLAnchorElement {
  const element = document.createElement('a');
  element.href = href;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  return element;
}

const book = '{"bookId":"1"}';

describe('intent to follow a link', () => {
  it('prefetches code and data of its page', () => {
    const { prefetcher, requested } = given();
    prefetcher.onIntent(link('/isa-books/1'));
    expect(requested).toEqual([`/isa-books/:bookId for /isa-books/1 ${book}`]);
  });

  it.each([
    ['another site', link('https://elsewhere.example/isa-books/1')],
    ['another window', link('/isa-books/1', { target: '_blank' })],
    ['a download', link('/isa-books/1', { download: '' })],
    ['an address that is no page', link('/api/books')],
    ['a place in the same page', link('#latest-courses')],
    ['a mail program', link('mailto:office@isa.test')],
  ])('prefetches nothing when the link leads to %s', (_, element) => {
    const { prefetcher, requested } = given();
    prefetcher.onIntent(element);
    expect(requested).toEqual([]);
  });

  it('prefetches nothing when this visitor would be redirected', () => {
    for (const [status, wanted] of [
      ['out', '/login'],
      ['in', '/my-courses'],
      ['checking', undefined],
    ] as const) {
      const { prefetcher, requested } = given({ status });
      prefetcher.onIntent(link('/my-courses'));
      prefetcher.onIntent(link('/login'));
      expect(requested.map((one) => one.split(' ')[0])).toEqual(wanted ? [wanted] : []);
    }
  });

  it('prefetches nothing for visitors who save data', () => {
    const { prefetcher, requested } = given({ allowance: 'none' });
    prefetcher.onIntent(link('/isa-books/1'));
    prefetcher.onVisible(link('/isa-blog'));
    expect(requested).toEqual([]);
  });

  it('is limited to three concurrent prefetches', () => {
    const { prefetcher, requested } = given({ prefetch: () => new Promise(() => undefined) });
    for (const id of [1, 2, 3, 4, 5]) prefetcher.onIntent(link(`/isa-books/${id}`));
    expect(requested).toHaveLength(3);
  });

  it('ignores a failure and tries again', async () => {
    const { prefetcher, requested } = given({ prefetch: () => Promise.reject(new Error('offline')) });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      prefetcher.onIntent(link('/isa-blog'));
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(requested).toHaveLength(5);
  });
});

describe('a visible link', () => {
  it('prefetches its page’s code once, in an idle period', async () => {
    const { prefetcher, requested, runIdle } = given();
    prefetcher.onVisible(link('/isa-books/1'));
    prefetcher.onVisible(link('/isa-books/2'));
    expect(requested).toEqual([]);
    await runIdle();
    prefetcher.onVisible(link('/isa-books/3'));
    await runIdle();
    expect(requested).toEqual(['/isa-books/:bookId']);
  });

  it('is skipped when it has left the page meanwhile', async () => {
    const { prefetcher, requested, runIdle } = given();
    const gone = link('/isa-blog');
    prefetcher.onVisible(gone);
    gone.remove();
    await runIdle();
    expect(requested).toEqual([]);
  });

  it('waits for the link before it', async () => {
    const { prefetcher, requested, runIdle } = given({ prefetch: () => new Promise(() => undefined) });
    prefetcher.onVisible(link('/isa-books/1'));
    prefetcher.onVisible(link('/isa-blog'));
    await runIdle();
    expect(requested).toEqual(['/isa-books/:bookId']);
  });

  it('is prefetched again from another release', async () => {
    const { prefetcher, requested, runIdle } = given();
    prefetcher.onVisible(link('/isa-blog'));
    await runIdle();
    prefetcher.reset();
    prefetcher.onVisible(link('/isa-blog'));
    await runIdle();
    expect(requested).toEqual(['/isa-blog', '/isa-blog']);
  });

  it('is not prefetched on a slow connection until the visitor points at it', async () => {
    const { prefetcher, requested, runIdle } = given({ allowance: 'intent' });
    prefetcher.onVisible(link('/isa-blog'));
    await runIdle();
    prefetcher.onIntent(link('/isa-blog'));
    expect(requested).toEqual(['/isa-blog for /isa-blog {}']);
  });

  describe('speculative rendering', () => {
    const content = async () => 'the page';
    const prefetch = async () => content;

    it('renders the page of the intended link speculatively, and only this one', async () => {
      const { prefetcher } = given({ prefetch });
      prefetcher.onIntent(link('/isa-books/1'));
      await settled();
      expect(speculativePage.getState()).toMatchObject({ page: 'the page', params: { bookId: '1' } });
      prefetcher.onIntent(link('/isa-blog'));
      await settled();
      expect(speculativePage.getState()?.location.pathname).toBe('/isa-blog');
    });

    it.each([
      ['before', 0],
      ['after', 1],
    ])('cancels when the pointer leaves %s the page is there', async (_, waits) => {
      const { prefetcher } = given({ prefetch });
      prefetcher.onIntent(link('/isa-blog'));
      if (waits) await settled();
      prefetcher.onLeave();
      await settled();
      expect(speculativePage.getState()).toBeUndefined();
    });

    it('keeps the speculative page while it is visited', async () => {
      const isVisiting = jest.fn(() => false);
      const { prefetcher } = given({ prefetch, isVisiting });
      prefetcher.onIntent(link('/isa-blog'));
      await settled();
      isVisiting.mockReturnValue(true);
      prefetcher.onLeave();
      expect(speculativePage.getState()?.page).toBe('the page');
    });

    it.each(['/isa-blog?page=2', '/isa-blog#latest', '/isa-checkout'])(
      'does not render %s speculatively',
      async (to) => {
        const { prefetcher, requested } = given({ prefetch });
        prefetcher.onIntent(link(to));
        await settled();
        expect(requested).toHaveLength(1);
        expect(speculativePage.getState()).toBeUndefined();
      },
    );

    it('renders no page of the route on display ahead', async () => {
      const { prefetcher } = given({ prefetch, isVisiting: () => true });
      prefetcher.onIntent(link('/isa-books/2'));
      await settled();
      expect(speculativePage.getState()).toBeUndefined();
    });
  });
});
