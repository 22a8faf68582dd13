import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, expect, test } from '@playwright/test';
import { root } from '../../packages/node/folders';
import { runNode, SOURCE_OPTIONS } from '../../packages/node/node';
import { freePortRange } from '../../packages/node/processes';
import { keysFolder } from '../../platform/store/locations';
import { changeApp, copySources } from '../testing/site/copied-sources';
import { startTestSite } from '../testing/site/test-site';
import { becomeVisitor, expectShop, visitors } from './support/next-shop-release';
import { main } from './support/page';
import { ports, SPAN } from './support/site';

const PAGE = '/isa-books/1';
/** The text of the link that the changed line contains. */
const [BEFORE, AFTER] = ['Books', 'All books'];

test('one changed line of the shop is packed, published, shown to some, promoted and rolled back alone', async ({
  browser,
}) => {
  test.setTimeout(1_800_000);
  const sources = await mkdtemp(path.join(tmpdir(), 'isa-one-line-'));
  const site = await startTestSite(ports.site + 30, []);
  try {
    await copySources(root, sources);
    const environment = {
      DATA_FOLDER: path.join(sources, '.data'),
      KEYS_FOLDER: keysFolder,
      STORE_FOLDER: site.store.storage.address,
      SITE_FOLDER: site.store.site.siteFolder,
      SITE_ORIGIN: site.origin,
      API_ORIGIN: site.store.site.apiOrigin,
      JOURNEYS_PORT: String(await freePortRange(SPAN)),
    };
    const release = (...args: string[]) =>
      runNode(
        `release ${args.join(' ')}`,
        [...SOURCE_OPTIONS, path.join(sources, 'shell/tooling/commands/release.ts'), ...args],
        { cwd: sources, environment },
      );
    const visitor = async (id: string) => {
      const context = await browser.newContext({ baseURL: site.origin });
      await becomeVisitor(context, id);
      return context;
    };
    const versions = async (): Promise<Readonly<Record<string, string | undefined>>> => {
      const { shell, remotes } = await site.servedRegistry();
      return {
        shell: shell.live,
        ...Object.fromEntries(remotes.map(({ name, live }) => [name, live?.version])),
      };
    };
    const before = await versions();
    const { shop: first = '' } = before;

    await changeApp('shop', sources);
    const next = /shop@(\S+) is packed/.exec(await release('pack', 'shop'))?.[1] ?? '';
    expect(next).not.toBe(first);
    await release('publish', `shop@${next}`);
    expect(await versions()).toEqual(before);

    // As a pipeline does it, in sources in which nothing has been built.
    const isChecked = process.env.TEST_ALL !== undefined;
    if (isChecked) {
      await test.step('every gate passes from a clean clone', async () => {
        const checked = await release('check', `shop@${next}`, '--journeys');
        expect(checked).toMatch(/^journeys +passed /m);
        expect(checked).toContain('can be promoted');
      });
    }

    const { inside, outside } = visitors({ version: next });
    await test.step('some visitors get the canary', async () => {
      await release('promote', `shop@${next}`, '--percent', '50');
      expect(await versions()).toEqual(before);
      await expectBook(await visitor(inside), next, AFTER);
      await expectBook(await visitor(outside), first, BEFORE);
    });

    await test.step('all visitors get the release', async () => {
      const forced = isChecked ? [] : ['--force', '--reason', 'the journeys run elsewhere'];
      await release('promote', `shop@${next}`, ...forced);
      expect(await versions()).toEqual({ ...before, shop: next });
      await expectBook(await visitor(outside), next, AFTER);
    });

    await test.step('all visitors get the former release again', async () => {
      await release('rollback', 'shop', '--reason', 'a test');
      expect(await versions()).toEqual(before);
      for (const id of [inside, outside]) await expectBook(await visitor(id), first, BEFORE);
    });
  } finally {
    await site.stop();
    await rm(sources, { recursive: true, force: true });
  }
});

/** Expects a hydrated page of a book by one release of the shop. */
async function expectBook(context: BrowserContext, version: string, label: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(PAGE);
  await expectShop(page, version);
  await expect(main(page).getByRole('link', { name: label, exact: true }).first()).toBeVisible();
  await context.close();
}
