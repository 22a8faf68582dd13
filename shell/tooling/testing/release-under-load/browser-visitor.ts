import type { Browser, Page } from '@playwright/test';
import { pause, type Visit } from './http-visitor';

/** Longer than the site's own retries take. */
const TIMEOUT_MS = 30_000;

interface Target {
  /** The name of the header's link. */
  readonly link: string;
  readonly path: string;
}

/** The pages to visit, of every remote. */
const TARGETS: readonly [Target, ...Target[]] = [
  { link: 'Books', path: '/isa-books/all-books' },
  { link: 'Online Courses', path: '/isa-online-courses' },
  { link: 'About Us', path: '/isa-about-us' },
  { link: 'Blog', path: '/isa-blog' },
];
const ENTRY_PAGES: readonly [string, ...string[]] = [
  '/',
  '/isa-books/3',
  '/isa-online-courses/1004',
  '/isa-about-us',
  '/isa-surveillance-course-6',
  '/isa-online-courses',
];

/**
 * Sends new visitors one after another, each with an empty cache: they open a page, put a book into the basket
 * and follow links.
 */
export async function visitRepeatedly(browser: Browser, visit: Visit): Promise<void> {
  const { random, end } = visit;
  while (!end.aborted) {
    const tab = await openTab(browser, visit);
    await tab.visit(random.pick(ENTRY_PAGES));
    await tab.addBook(1 + random.below(5));
    for (let step = 0; step < 3 && !end.aborted; step += 1) await tab.follow(random.pick(TARGETS));
    await tab.checkBasket();
    await tab.reload();
    await tab.checkBasket();
    await tab.close();
    await pause(300, end);
  }
}

/** Keeps one tab open for the whole run, which follows links and loads no further document by itself. */
export async function keepTabOpen(browser: Browser, visit: Visit): Promise<void> {
  const tab = await openTab(browser, visit);
  await tab.visit('/');
  await tab.addBook(2);
  while (!visit.end.aborted) {
    await tab.follow(visit.random.pick(TARGETS));
    await pause(1_000 + visit.random.below(3_000), visit.end);
  }
  await tab.checkBasket();
  await tab.close();
}

async function openTab(browser: Browser, { origin, counts }: Visit) {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  countErrors(page, counts);
  let books = 0;
  const banner = page.getByRole('banner');
  const main = page.getByRole('main');

  /** Counts a view, and a failure when its heading does not appear or the error card does. */
  async function view(name: string, go: () => Promise<unknown>): Promise<void> {
    counts.pageViews += 1;
    try {
      await go();
      await main.getByRole('heading', { level: 1 }).first().waitFor();
      if (await main.getByRole('button', { name: 'Try again' }).isVisible()) throw new Error('error card');
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0];
      counts.fail('failed page views', `${name} in a browser at ${page.url()}: ${reason}`);
    }
  }

  return {
    visit: (path: string) => view(path, () => page.goto(origin + path)),
    reload: () => view('reload', () => page.reload()),
    follow: ({ link, path }: Target) =>
      view(link, async () => {
        await banner.getByRole('link', { name: link, exact: true }).first().click();
        await page.waitForURL(origin + path);
      }),
    async addBook(id: number): Promise<void> {
      await view(`book ${id}`, async () => {
        await page.goto(`${origin}/isa-books/${id}`);
        await main.getByRole('button', { name: 'Add to cart' }).first().click();
        await page
          .getByText(/is in your cart/)
          .first()
          .waitFor();
      });
      books += 1;
    },
    /** The shop's page must show what its other pages put into the shell's basket. */
    async checkBasket(): Promise<void> {
      await view('basket', async () => {
        await banner.getByRole('link', { name: /cart|basket/i }).click();
        await page.waitForURL(`${origin}/isa-basket`);
      });
      counts.basketsChecked += 1;
      const lines = main.getByRole('list', { name: 'Products in your cart' }).getByRole('listitem');
      await lines
        .first()
        .waitFor()
        .catch(() => undefined);
      const found = await lines.count();
      if (found !== books) counts.fail('lost baskets', `${found} lines instead of ${books} at ${page.url()}`);
    },
    async close(): Promise<void> {
      page.removeAllListeners();
      await context.close();
    },
  };
}

function countErrors(page: Page, counts: Visit['counts']): void {
  page.on('console', (message) => {
    if (message.type() === 'error') {
      counts.fail('console errors', `${page.url()}: ${message.text()} ${message.location().url}`);
    }
  });
  page.on('pageerror', (error) => counts.fail('console errors', `${page.url()}: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() === 404) counts.fail('missing files', response.url());
  });
}
