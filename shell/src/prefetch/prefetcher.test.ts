import type { SessionStatus } from '@isa/contract';
import type { PageRoute, RouteData } from '@isa/contract/host';
import type { Allowance } from './connection';
import { createPageIndex } from './page-index';
import { createPrefetcher } from './prefetcher';

interface Given {
  readonly allowance?: Allowance;
  readonly status?: SessionStatus;
  readonly prefetch?: PageRoute['prefetch'];
}

/** A prefetcher for three pages, whose idle moments come when the test says so. */
function given({ allowance = 'all', status = 'out', prefetch = async () => undefined }: Given = {}) {
  const asked: string[] = [];
  const idle: (() => void)[] = [];
  const page = (path: string, access: RouteData['access'] = 'anyone') => ({
    id: path,
    path,
    handle: { path, access },
    prepare: async () => undefined,
    prefetch: jest.fn((visit: Parameters<PageRoute['prefetch']>[0]) => {
      asked.push(visit ? `${path} for ${visit.url.pathname} ${JSON.stringify(visit.params)}` : path);
      return prefetch(visit);
    }),
  });
  const prefetcher = createPrefetcher({
    find: createPageIndex([
      {
        path: '/',
        children: [
          page('/isa-books/:bookId'),
          page('/isa-blog'),
          page('/my-courses', 'signed-in'),
          page('/login', 'signed-out'),
          { path: '*' },
        ],
      },
    ]),
    allowance: () => allowance,
    sessionStatus: () => status,
    here: () => location,
    whenIdle: (run) => void idle.push(run),
  });
  async function quiet() {
    for (let run = idle.shift(); run; run = idle.shift()) {
      run();
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  return { prefetcher, asked, quiet };
}

function link(href: string, attributes: Record<string, string> = {}): HTMLAnchorElement {
  const element = document.createElement('a');
  element.href = href;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  return element;
}

const book = '{"bookId":"1"}';

describe('a link that is pointed at', () => {
  it('brings code and data of its page', () => {
    const { prefetcher, asked } = given();
    prefetcher.pointedAt(link('/isa-books/1'));
    expect(asked).toEqual([`/isa-books/:bookId for /isa-books/1 ${book}`]);
  });

  it.each([
    ['another site', link('https://elsewhere.example/isa-books/1')],
    ['another window', link('/isa-books/1', { target: '_blank' })],
    ['a download', link('/isa-books/1', { download: '' })],
    ['no page of a remote', link('/api/books')],
    ['a place in this very page', link('#latest-courses')],
    ['no page but a programme', link('mailto:office@isa.test')],
  ])('is left alone when it leads to %s', (_, element) => {
    const { prefetcher, asked } = given();
    prefetcher.pointedAt(element);
    expect(asked).toEqual([]);
  });

  it('is left alone when this visitor would be sent elsewhere', () => {
    for (const [status, wanted] of [
      ['out', '/login'],
      ['in', '/my-courses'],
      ['checking', undefined],
    ] as const) {
      const { prefetcher, asked } = given({ status });
      prefetcher.pointedAt(link('/my-courses'));
      prefetcher.pointedAt(link('/login'));
      expect(asked.map((one) => one.split(' ')[0])).toEqual(wanted ? [wanted] : []);
    }
  });

  it('is left alone by those who save data', () => {
    const { prefetcher, asked } = given({ allowance: 'nothing' });
    prefetcher.pointedAt(link('/isa-books/1'));
    prefetcher.seen(link('/isa-blog'));
    expect(asked).toEqual([]);
  });

  it('does not join a crowd', () => {
    const { prefetcher, asked } = given({ prefetch: () => new Promise(() => undefined) });
    for (const id of [1, 2, 3, 4, 5]) prefetcher.pointedAt(link(`/isa-books/${id}`));
    expect(asked).toHaveLength(3);
  });

  it('may fail without anybody hearing of it, and be tried again', async () => {
    const { prefetcher, asked } = given({ prefetch: () => Promise.reject(new Error('offline')) });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      prefetcher.pointedAt(link('/isa-blog'));
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(asked).toHaveLength(5);
  });
});

describe('a link that is seen', () => {
  it('brings its page code once, when the visitor is not waiting for anything', async () => {
    const { prefetcher, asked, quiet } = given();
    prefetcher.seen(link('/isa-books/1'));
    prefetcher.seen(link('/isa-books/2'));
    expect(asked).toEqual([]);
    await quiet();
    prefetcher.seen(link('/isa-books/3'));
    await quiet();
    expect(asked).toEqual(['/isa-books/:bookId']);
  });

  it('is forgotten when it has left the page before its turn', async () => {
    const { prefetcher, asked, quiet } = given();
    const gone = link('/isa-blog');
    prefetcher.seen(gone);
    gone.remove();
    await quiet();
    expect(asked).toEqual([]);
  });

  it('waits for the one before it', async () => {
    const { prefetcher, asked, quiet } = given({ prefetch: () => new Promise(() => undefined) });
    prefetcher.seen(link('/isa-books/1'));
    prefetcher.seen(link('/isa-blog'));
    await quiet();
    expect(asked).toEqual(['/isa-books/:bookId']);
  });

  it('brings it again from another release', async () => {
    const { prefetcher, asked, quiet } = given();
    prefetcher.seen(link('/isa-blog'));
    await quiet();
    prefetcher.forget();
    prefetcher.seen(link('/isa-blog'));
    await quiet();
    expect(asked).toEqual(['/isa-blog', '/isa-blog']);
  });

  it('brings nothing over a slow connection, which is for what is pointed at', async () => {
    const { prefetcher, asked, quiet } = given({ allowance: 'pointed-at' });
    prefetcher.seen(link('/isa-blog'));
    await quiet();
    prefetcher.pointedAt(link('/isa-blog'));
    expect(asked).toEqual(['/isa-blog for /isa-blog {}']);
  });
});
