import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { INLINED } from '../apps/inlined';
import type { RenderedPage } from '../apps/render';

/** React puts what belongs into the head before what it has drawn. */
const HOISTED =
  /^(?:<title[^>]*>[^<]*<\/title>|<(?:meta|link)\b[^>]*>|<style\b[^>]*>[\s\S]*?<\/style>|<script\b[^>]*async[^>]*><\/script>)/;

/**
 * Prerenders pages of a Vite build: contents, their styles and their data in the document.
 * @param renderer folder of the build for Node.
 * @param folder folder of the build for browsers, whose page is the frame; the pages are written there.
 */
export async function prerenderPages(
  renderer: string,
  folder: string,
  apiPort: number,
  origin: string,
  paths: readonly string[],
): Promise<void> {
  // The pages ask the API of their own site; here that is another process.
  const fetchAbsolute = globalThis.fetch;
  globalThis.fetch = (input, options) =>
    fetchAbsolute(typeof input === 'string' ? new URL(input, `http://localhost:${apiPort}`) : input, options);
  const module = (await import(pathToFileURL(path.join(renderer, 'render.mjs')).href)) as {
    render: (pathname: string, origin: string) => Promise<RenderedPage>;
  };
  const frame = await readFile(path.join(folder, 'index.html'), 'utf8');
  // Kept for addresses that are not prerendered.
  await writeFile(path.join(folder, 'app.html'), frame);
  for (const pathname of paths) {
    const page = fill(frame, await module.render(pathname, origin));
    const target = path.join(folder, pathname, 'index.html');
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, page);
  }
}

/** Puts a page into its frame. */
export function fill(frame: string, { html, styles, data }: RenderedPage): string {
  const { head, body } = splitHoisted(html);
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  // A replacement by function: contents may hold what `replace` would read as a pattern.
  return frame
    .replace(/<title>[^<]*<\/title>/, () => `${head}${styles}`)
    .replace('<div id="root"></div>', () =>
      [
        `<div id="root">${body}</div>`,
        `<script type="application/json" id="${INLINED}">${json}</script>`,
      ].join('\n'),
    );
}

export function splitHoisted(html: string): { readonly head: string; readonly body: string } {
  let rest = html;
  for (let match = HOISTED.exec(rest); match; match = HOISTED.exec(rest)) rest = rest.slice(match[0].length);
  return { head: html.slice(0, html.length - rest.length), body: rest };
}

/** The page without a single script: what a person would write by hand with the same first screen. */
export function withoutScripts(page: string): string {
  return page
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>\s*/g, '')
    .replace(/<link\b[^>]*rel="modulepreload"[^>]*>\s*/g, '')
    .replace(/<!--[\s\S]*?-->/g, '');
}
