import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { academy } from '@isa/api-contract';
import { IconDrawing, type IconProps } from './drawings/icon';
import { ink } from './drawings/palette';
import { SocialCardDrawing } from './drawings/social-card';
import { pictures, svgOf } from './pictures';
import { icoOf, pngOf } from './png';
import { socialCards } from './social-cards';
import { loadTypesetter } from './typesetter';

/**
 * Writes all drawn static files of the site: `art/`, `og/`, icons and the web manifest. The folder is served at
 * the site's root.
 */
export async function writeStatic(folder: string): Promise<void> {
  const typesetter = await loadTypesetter();
  for (const [name, picture] of pictures()) {
    await write(path.join(folder, 'art', `${name}.svg`), svgOf(picture, typesetter()));
  }
  // Open Graph images are PNG, because no social network shows SVG.
  for (const [name, card] of socialCards()) {
    const svg = svgOf(<SocialCardDrawing card={card} />, typesetter());
    await write(path.join(folder, 'og', `${name}.png`), await pngOf(svg));
  }
  const icon = (props: IconProps) => svgOf(<IconDrawing {...props} />, typesetter());
  const files: Readonly<Record<string, string | Buffer>> = {
    'favicon.svg': icon({ size: 64, rounded: true }),
    'favicon.ico': icoOf(await pngOf(icon({ size: 32, rounded: true })), 32),
    'apple-touch-icon.png': await pngOf(icon({ size: 180 })),
    'icon-192.png': await pngOf(icon({ size: 192, rounded: true })),
    'icon-512.png': await pngOf(icon({ size: 512, rounded: true })),
    'icon-maskable-512.png': await pngOf(icon({ size: 512, maskable: true })),
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
