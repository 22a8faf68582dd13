import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type Frame, type Page, test } from '@playwright/test';
import { startTestSite } from '../testing/site/test-site';
import { storeFolder, trustFile } from '../../platform/store/locations';
import { root } from '../../packages/node/folders';
import { sourceScript } from '../../packages/node/node';
import { createRepository, type OwnRepository } from './support/own-repository';
import { waitUntilHydrated } from './support/hydration';
import { heading } from './support/page';
import { dataFolder, ports } from './support/site';

const PAGE = 'src/features/talks/talks-page.tsx';
/** A library with types of its own. */
const LIBRARY = 'minisearch';

/**
 * Chooses where the release is promoted. `npm test -- all` uses a site of its own, and looks at the page there;
 * otherwise only copies of the store and of the built site are changed.
 */
async function chooseSite(folder: string) {
  if (process.env.TEST_ALL) {
    const { origin, previewOrigin, store, stop } = await startTestSite(ports.site + 40, []);
    const { siteFolder: site, apiOrigin } = store.site;
    return { origin, previewOrigin, apiOrigin, store: store.storage.address, site, stop };
  }
  const [store, site] = [path.join(folder, 'store'), path.join(folder, 'site')];
  await cp(storeFolder, store, { recursive: true });
  // The links in it name site builds by relative paths.
  await cp(path.join(dataFolder, 'site'), site, { recursive: true, verbatimSymlinks: true });
  return {
    origin: `http://localhost:${ports.site}`,
    previewOrigin: `http://preview.localhost:${ports.site}`,
    apiOrigin: `http://localhost:${ports.api}`,
    ...{ store, site },
    stop: async () => undefined,
  };
}

test('a remote in a repository of its own is developed, tested, released and retired', async ({ page }) => {
  test.setTimeout(900_000);
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-own-'));
  const site = await chooseSite(folder);
  const store = { STORE_FOLDER: site.store, SITE_ORIGIN: site.origin };
  /** Runs the operators' commands, with their keys. */
  const operate = async (...args: string[]) => {
    const env = { ...process.env, ...store, SITE_FOLDER: site.site, API_ORIGIN: site.apiOrigin };
    return (
      await promisify(execFile)(
        process.execPath,
        sourceScript('shell/tooling/commands/release.ts', ...args),
        {
          cwd: root,
          env,
        },
      )
    ).stdout;
  };
  try {
    const packages = { [LIBRARY]: '7.2.0' };
    const repository = await createRepository('talks', path.join(folder, 'talks'), packages);
    await test.step('its types, rules and tests are checked', async () => {
      await repository.replace(
        PAGE,
        'import { styled }',
        `import MiniSearch from '${LIBRARY}';\nimport { styled }`,
      );
      await repository.replace(
        PAGE,
        '<Lead>',
        `<Lead data-library={typeof new MiniSearch({ fields: ['name'] })}>`,
      );
      await repository.npm(['new', '--', 'feature', 'speakers']);
      await repository.replace(
        PAGE,
        'const Sheet =',
        'export const wrong: number = "text";\n\nconst Sheet =',
      );
      // Only the types fail.
      await expect(repository.npm(['test'])).rejects.toMatchObject({
        stdout: expect.stringContaining('Tests:       10 passed'),
        stderr: expect.stringContaining('Failed: the types.'),
      });
      await repository.replace(PAGE, 'export const wrong: number = "text";\n\n', '');
    });

    await test.step('it runs in the running site, and an edit is visible at once', async () => {
      const development = repository.start(['dev', '--', '--shell', site.previewOrigin], {
        PORT: String(ports.site + 47),
      });
      try {
        const printed = new Promise<string>((resolve, reject) => {
          development.once('exit', () => reject(new Error('The development server has ended.')));
          let text = '';
          development.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
            const address = /running shell: +(\S+)/.exec(text)?.[1];
            if (address && text.includes('built in')) resolve(address);
          });
        });
        const address = new URL(await printed);
        await page.goto(address.href);
        await expect(heading(page)).toHaveText('Talks');
        await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''));
        await repository.replace(PAGE, '<Heading level={1}>{title}', '<Heading level={1}>Edited {title}');
        await expect(heading(page)).toHaveText('Edited Talks');
        await expect(page.locator('html')).toHaveAttribute('data-same-document');
        await expectSaved(page, address.href, repository, ORDER);
        const alone = new URL('/talks', address.searchParams.get('isa-override') ?? '').href;
        await expectSaved(page, alone, repository, ['is unfinished', 'throws', 'fails', 'works']);
      } finally {
        if (development.pid !== undefined) process.kill(-development.pid, 'SIGTERM');
      }
    });

    await test.step('its release is packed, published and checked with the team’s key', async () => {
      const release = (...args: string[]) => repository.npm(['release', '--', ...args], { ...store });
      const key = /public +(\S+)/.exec(await release('keygen', 'talks'))?.[1] ?? '';
      await release('pack', 'talks', '--version', '1.0.0');
      const withoutStore = ['release', '--', 'publish', 'talks@1.0.0'];
      await expect(repository.npm(withoutStore)).rejects.toThrow(
        'Set STORE_FOLDER or STORE_URL to the store',
      );
      await release('publish', 'talks@1.0.0');
      await expect(operate('check', 'talks@1.0.0')).rejects.toThrow(/talks/);
      await operate('trust', 'talks', key);
      const checked = await repository.npm(['release', '--', 'check', 'talks@1.0.0'], {
        ...store,
        RELEASE_TRUST: trustFile,
      });
      expect(checked).toMatch(/types +passed +compiles with shell@/);
      expect(checked).toContain('1 call of the API, served by');
      expect(checked).toMatch(/start +passed +it starts in Chromium/);
      expect(checked).toMatch(/rendering +passed +\d+ pages are rendered; all links of talks lead to pages/);
    });

    await test.step('the operators give it to all visitors, and retire it', async () => {
      const promoted = await operate('promote', 'talks@1.0.0', '--force', '--reason', 'a test');
      expect(promoted).toContain('visitors get it with their next page');
      expect(await operate('status')).toMatch(/talks +1\.0\.0/);
      if (process.env.TEST_ALL) await expectPage(page, site.origin);
      await operate('retire', 'talks', '--reason', 'a test');
      expect(await operate('status')).toContain('talks is retired; its addresses answer 410 Gone.');
      if (!process.env.TEST_ALL) return;
      expect((await page.request.get(`${site.origin}/talks`)).status()).toBe(410);
    });
  } finally {
    await site.stop();
    const keys = /^ +talks +(\S+)/m.exec(await operate('keys'))?.[1];
    if (keys) await operate('revoke', 'talks', keys, '--force').catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
});

/** What a developer saves, with a number that the page, its error screen or the overlay shows. */
const SAVES = {
  works: (text: string, n: number) => text.replace('Edited {title}', `Edited {title} ${n}`),
  throws: (text: string, n: number) => beforeReturn(text, `throw new Error('thrown ${n}');`),
  // While it is evaluated.
  fails: (text: string, n: number) =>
    text.replace(/^export default /m, `if (path) throw new Error('failed ${n}');\n$&`),
  'is unfinished': (text: string, n: number) => beforeReturn(text, `throw new Error('unfinished ${n}'`),
} as const;

const beforeReturn = (text: string, code: string) =>
  text.replace('  return (\n    <Section', `  if (title) ${code}\n$&`);

/** With every change from one kind to another. */
const ORDER = (
  [
    'throws',
    'works',
    'fails',
    'works',
    'is unfinished',
    'throws',
    'is unfinished',
    'fails',
    'throws',
    'fails',
  ] as const
).concat(['is unfinished', 'works']);

/** Saves code of one kind after the other: the tab shows what was saved last. */
async function expectSaved(
  page: Page,
  address: string,
  { folder }: OwnRepository,
  kinds: readonly (keyof typeof SAVES)[],
): Promise<void> {
  const original = await readFile(path.join(folder, PAGE), 'utf8');
  await page.goto(address);
  await expect(heading(page)).toHaveText('Edited Talks');
  // A frame may be removed meanwhile, and is then read again.
  const textOf = (frame: Frame) => frame.evaluate(() => document.body.innerText).catch(() => '');
  const shown = async () => (await Promise.all(page.frames().map(textOf))).join('\n');
  for (const [index, kind] of kinds.entries()) {
    await test.step(`the code ${kind}`, async () => {
      await writeFile(path.join(folder, PAGE), SAVES[kind](original, index));
      if (kind === 'works') await expect(heading(page)).toHaveText(`Edited Talks ${index}`);
      else await expect.poll(shown).toMatch(new RegExp(`(?:thrown|failed|unfinished) ${index}\\b`));
    });
  }
  await writeFile(path.join(folder, PAGE), original);
  await expect(heading(page)).toHaveText('Edited Talks');
}

async function expectPage(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/talks`);
  await waitUntilHydrated(page);
  await expect(heading(page)).toHaveText('Edited Talks');
  await expect(page.locator('main [data-remote="talks"]')).toHaveAttribute('data-version', '1.0.0');
  await expect(page.locator('[data-library="object"]')).toBeVisible();
  await page.goto(origin);
  await expect(page.getByRole('link', { name: 'Talks' }).first()).toHaveAttribute('href', '/talks');
}
