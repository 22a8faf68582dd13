import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from '@playwright/test';

/**
 * Names the chunks of each prerendered page in its head, as frameworks that prerender do: which they are is
 * seen on one visit.
 */
export async function addPreloads(
  browser: Browser,
  origin: string,
  folder: string,
  paths: readonly string[],
): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const pathname of paths) {
    await page.goto(`${origin}${pathname}`, { waitUntil: 'networkidle' });
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name))
        .filter((url) => url.pathname.endsWith('.js'))
        .map((url) => url.pathname),
    );
    const file = path.join(folder, pathname, 'index.html');
    const html = await readFile(file, 'utf8');
    const missing = scripts.filter((script) => !html.includes(`"${script}"`));
    const tags = missing.map((script) => `<link rel="modulepreload" crossorigin href="${script}">`);
    await writeFile(
      file,
      html.replace('</head>', () => `${tags.join('\n')}\n</head>`),
    );
  }
  await context.close();
}
