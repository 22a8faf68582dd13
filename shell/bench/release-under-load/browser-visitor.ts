import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { pause, type Walk } from './http-visitor';

/** Longer than any visitor waits, and than the site tries by itself. */
const PATIENCE_MS = 30_000;

interface Place {
  /** The header's link, and where it leads. */
  readonly link: string;
  readonly path: string;
}

/** One place of every remote, and more than one of some. */
const PLACES: readonly [Place, ...Place[]] = [
  { link: 'Books', path: '/isa-books/all-books' },
  { link: 'Online Courses', path: '/isa-online-courses' },
  { link: 'About Us', path: '/isa-about-us' },
  { link: 'Blog', path: '/isa-blog' },
];
const DOORS: readonly [string, ...string[]] = [
  '/',
  '/isa-books/3',
  '/isa-online-courses/1004',
  '/isa-about-us',
  '/isa-surveillance-course-6',
  '/isa-online-courses',
];

/** A new person every time, with an empty cache and another bucket: arrives somewhere, buys a book, looks around. */
export async function arriveAgainAndAgain(browser: Browser, walk: Walk): Promise<void> {
  while (!walk.ended.aborted) {
    const context = await browser.newContext();
    const tab = await openTab(context, walk);
    await tab.visit(walk.chance.pick(DOORS));
    await tab.addBook(1 + walk.chance.below(5));
    for (let step = 0; step < 3 && !walk.ended.aborted; step += 1) await tab.click(walk.chance.pick(PLACES));
    await tab.checkBasket();
    await tab.reload();
    await tab.checkBasket();
    await tab.close();
    await pause(300, walk.ended);
  }
}

/** One tab for the whole run: it clicks its way round and never asks for a page anew by itself. */
export async function keepTabOpen(browser: Browser, walk: Walk): Promise<void> {
  const context = await browser.newContext();
  const tab = await openTab(context, walk);
  await tab.visit('/');
  await tab.addBook(2);
  while (!walk.ended.aborted) {
    await tab.click(walk.chance.pick(PLACES));
    await pause(1_000 + walk.chance.below(3_000), walk.ended);
  }
  await tab.checkBasket();
  await tab.close();
}

async function openTab(context: BrowserContext, { origin, counts }: Walk) {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  listen(page, counts);
  let books = 0;
  const banner = page.getByRole('banner');
  const main = page.getByRole('main');

  /** A view counts as failed when its heading does not appear, or the failure card does. */
  async function view(what: string, go: () => Promise<unknown>): Promise<void> {
    counts.pageViews += 1;
    try {
      await go();
      await main.getByRole('heading', { level: 1 }).first().waitFor();
      if (await main.getByRole('button', { name: 'Try again' }).isVisible())
        throw new Error('the failure card');
    } catch (error) {
      const why = (error instanceof Error ? error.message : String(error)).split('\n')[0];
      counts.fail('failed page views', `${what} in a browser at ${page.url()}: ${why}`);
    }
  }

  const tab = {
    visit: (path: string) => view(path, () => page.goto(origin + path)),
    reload: () => view('reload', () => page.reload()),
    click: ({ link, path }: Place) =>
      view(link, async () => {
        await banner.getByRole('link', { name: link, exact: true }).first().click();
        await page.waitForURL(origin + path);
      }),
    async addBook(id: number): Promise<void> {
      await view(`book ${id}`, async () => {
        await page.goto(`${origin}/isa-books/${id}`);
        await main.getByRole('button', { name: 'Add to cart' }).first().click();
        await main
          .getByText(/in your basket/)
          .first()
          .waitFor();
      });
      books += 1;
    },
    /** The badge is the shell's, the lines are the shop's: both must know what was put in. */
    async checkBasket(): Promise<void> {
      await view('basket', async () => {
        const basket: Locator = banner.getByRole('link', { name: /cart|basket/i });
        await basket.click();
        await page.waitForURL(`${origin}/isa-basket`);
      });
      counts.basketsChecked += 1;
      const lines = main.getByRole('list', { name: 'Products in your basket' }).getByRole('listitem');
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
  return tab;
}

/** Whatever the browser complains of, and every file that was not there. */
function listen(page: Page, counts: Walk['counts']): void {
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
