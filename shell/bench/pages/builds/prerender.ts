import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { LOADER_DATA } from '../apps/local';
import type { BenchPage } from '../apps/render';
import { measuredPages } from '../../../release/checks/load/measured-pages';
import { origins } from '../../shared/settings';

/** Elements of the head, which React renders in front of the body's content. */
const HEAD_ELEMENTS =
  /^(?:<title[^>]*>[^<]*<\/title>|<(?:meta|link)\b[^>]*>|<style\b[^>]*>[\s\S]*?<\/style>|<script\b[^>]*async[^>]*><\/script>)*/;

const rendererSchema = z.object({
  render: z.custom<(pathname: string, origin: string) => Promise<BenchPage>>(
    (value) => typeof value === 'function',
  ),
});

/** The pages that prerendered variants have. */
export const publicPaths = measuredPages.filter(({ withBasket }) => !withBasket).map((page) => page.path);

interface Prerendering {
  readonly renderer: string;
  /** Folder of the build for browsers; the pages are written there, based on its `index.html`. */
  readonly folder: string;
  readonly staticFolder: string;
  readonly api: string;
}

/** Prerenders pages of a Vite build with their contents, styles and data, and static pages of the same HTML. */
export async function prerenderPages({ renderer, folder, staticFolder, api }: Prerendering): Promise<void> {
  // The pages' requests are relative.
  const fetchAbsolute = globalThis.fetch;
  globalThis.fetch = (input, options) =>
    fetchAbsolute(typeof input === 'string' ? new URL(input, api) : input, options);
  const { render } = rendererSchema.parse(
    await import(pathToFileURL(path.join(renderer, 'render.mjs')).href),
  );
  const template = await readFile(path.join(folder, 'index.html'), 'utf8');
  // This file is for addresses that are not prerendered.
  await writeFile(path.join(folder, 'app.html'), template);
  for (const pathname of publicPaths) {
    const html = fill(template, await render(pathname, origins().site));
    await writePage(path.join(folder, pathname), html);
    await writePage(path.join(staticFolder, pathname), withoutScripts(html));
  }
}

async function writePage(folder: string, html: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'index.html'), html);
}

function fill(template: string, { html, styles, loaderData }: BenchPage): string {
  const head = HEAD_ELEMENTS.exec(html)?.[0] ?? '';
  const json = JSON.stringify(loaderData).replaceAll('<', '\\u003c');
  const body = `<div id="root">${html.slice(head.length)}</div>
<script type="application/json" id="${LOADER_DATA}">${json}</script>`;
  // The replacements are functions, because contents may include patterns such as `$&`.
  return template
    .replace(/<title>[^<]*<\/title>/, () => `${head}${styles}`)
    .replace('<div id="root"></div>', () => body);
}

/** @returns the page without any script, as a person would write the same first screen by hand. */
function withoutScripts(page: string): string {
  return page
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>\s*/g, '')
    .replace(/<link\b[^>]*rel="modulepreload"[^>]*>\s*/g, '')
    .replace(/<!--[\s\S]*?-->/g, '');
}
