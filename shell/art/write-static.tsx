import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { academy } from '@isa/api-contract';
import { ink } from './drawings/palette';
import { IconDrawing } from './drawings/icon';
import type { Lettering } from './drawings/lettering';
import { SocialCardDrawing } from './drawings/social-card';
import { loadLettering } from './lettering';
import { pictures, svgOf } from './pictures';
import { icoOf, pngOf } from './png';
import { socialCards } from './social-cards';

/**
 * Draws all static files of the site that come from the drawing kit: `art/`, `og/`, icons and the web
 * manifest. The folder is to be served at the site's root.
 */
export async function writeStatic(folder: string): Promise<void> {
  const lettering = await loadLettering();
  await writeArt(path.join(folder, 'art'), lettering);
  await writeSocialCards(path.join(folder, 'og'), lettering);
  await writeIcons(folder, lettering());
}

/** Draws every picture of the site: `hero.svg`, `book-1.svg`, `courses/….svg`… */
async function writeArt(folder: string, lettering: () => Lettering): Promise<void> {
  for (const [name, picture] of pictures()) {
    await write(path.join(folder, `${name}.svg`), svgOf(picture, lettering()));
  }
}

/** Open Graph images as PNG, because no social network shows SVG. */
async function writeSocialCards(folder: string, lettering: () => Lettering): Promise<void> {
  for (const [name, card] of socialCards()) {
    const svg = svgOf(<SocialCardDrawing card={card} />, lettering());
    await write(path.join(folder, `${name}.png`), await pngOf(svg));
  }
}

async function writeIcons(folder: string, lettering: Lettering): Promise<void> {
  const draw = (size: number, look: { rounded?: boolean; safe?: boolean } = {}) =>
    svgOf(<IconDrawing size={size} {...look} />, lettering);
  const files: Readonly<Record<string, string | Buffer>> = {
    'favicon.svg': draw(64, { rounded: true }),
    'favicon.ico': icoOf(await pngOf(draw(32, { rounded: true })), 32),
    'apple-touch-icon.png': await pngOf(draw(180)),
    'icon-192.png': await pngOf(draw(192, { rounded: true })),
    'icon-512.png': await pngOf(draw(512, { rounded: true })),
    'icon-maskable-512.png': await pngOf(draw(512, { safe: true })),
    'site.webmanifest': JSON.stringify(manifest, null, 2),
  };
  for (const [name, content] of Object.entries(files)) await write(path.join(folder, name), content);
}

/** W3C, Web Application Manifest. */
const manifest = {
  name: academy.name,
  short_name: 'ISA',
  lang: 'en-GB',
  start_url: '/',
  display: 'minimal-ui',
  background_color: '#f7f5f0',
  theme_color: ink.ground,
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

async function write(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}
