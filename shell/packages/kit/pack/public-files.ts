import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { root } from '../../node/folders';

/** All drawings of the site, as SVG files whose texts are paths. */
const PICTURES = path.join(root, 'shell/packages/ui/pictures');
const CACHE = path.join(root, 'shell/.cache/png');

/** The icons by file name: the drawing and the width in pixels. */
const ICONS = {
  'apple-touch-icon.png': ['square', 180],
  'icon-192.png': ['icon', 192],
  'icon-512.png': ['icon', 512],
  'icon-maskable-512.png': ['maskable', 512],
} as const;

/**
 * Writes the static files of the site: those of `shell/public`, the drawings at `art/`, social cards at `og/`
 * (no social network shows SVG) and icons.
 * @param folder is served at the site's root.
 */
export async function addPublicFiles(folder: string): Promise<void> {
  await cp(path.join(root, 'shell/public'), folder, { recursive: true });
  await cp(path.join(PICTURES, 'art'), path.join(folder, 'art'), { recursive: true });
  await cp(path.join(PICTURES, 'icons/icon.svg'), path.join(folder, 'favicon.svg'));
  await writeFile(path.join(folder, 'favicon.ico'), icoOf(await pngOf('icons/icon.svg', 32), 32));
  for (const [name, [drawing, width]] of Object.entries(ICONS)) {
    await writeFile(path.join(folder, name), await pngOf(`icons/${drawing}.svg`, width));
  }
  // The paths of the social cards below `cards`; `parts` has the drawings that several contain.
  const cards = await readdir(path.join(PICTURES, 'cards'), { recursive: true });
  for (const drawing of cards.filter((one) => one.endsWith('.svg') && !one.startsWith('parts'))) {
    const name = drawing.slice(0, -'.svg'.length);
    const file = path.join(folder, 'og', `${name}.png`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, await pngOf(`cards/${name}.svg`));
  }
}

/** Cached by content, because each drawing takes a tenth of a second. @param width in pixels. */
async function pngOf(name: string, width?: number): Promise<Buffer> {
  const svg = await withLinkedDrawings(path.join(PICTURES, name));
  const hash = createHash('sha256').update(`${width} ${svg}`).digest('hex').slice(0, 24);
  const cached = path.join(CACHE, `${hash}.png`);
  try {
    return await readFile(cached);
  } catch {
    const size = width === undefined ? undefined : ({ mode: 'width', value: width } as const);
    const options = { font: { loadSystemFonts: false }, ...(size && { fitTo: size }) };
    const png = Buffer.from(new Resvg(svg, options).render().asPng());
    await mkdir(CACHE, { recursive: true });
    await writeFile(cached, png);
    return png;
  }
}

/** The text of a drawing, with those that it links to inside, because the renderer reads no files. */
async function withLinkedDrawings(file: string): Promise<string> {
  const svg = await readFile(file, 'utf8');
  const links = new Set([...svg.matchAll(/href="([^"#]+\.svg)"/g)].map(([, link = '']) => link));
  let complete = svg;
  for (const link of links) {
    const inner = await withLinkedDrawings(path.join(path.dirname(file), link));
    const data = `data:image/svg+xml;base64,${Buffer.from(inner).toString('base64')}`;
    complete = complete.replaceAll(`href="${link}"`, `href="${data}"`);
  }
  return complete;
}

/** One PNG of up to 256 pixels as an .ico file, whose container allows PNG since Windows Vista. */
function icoOf(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size % 256, 6);
  header.writeUInt8(size % 256, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
