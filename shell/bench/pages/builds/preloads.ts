import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { origins } from '../../shared/settings';
import { publicPaths } from './prerender';

/** Adds preloads of the chunks that one visit requests, as prerendering frameworks do. */
export async function addPreloads(program: string, folder: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage();
  for (const pathname of publicPaths) {
    await page.goto(`${origins().site}${pathname}`, { waitUntil: 'networkidle' });
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((pathname) => pathname.endsWith('.js')),
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
  await browser.close();
}
