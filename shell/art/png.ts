import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';

const cacheFolder = path.resolve(__dirname, '../.cache/png');

/** Renders an SVG as PNG at its own size. Cached by the SVG's hash, because each takes a tenth of a second. */
export async function pngOf(svg: string): Promise<Buffer> {
  const cached = path.join(cacheFolder, `${createHash('sha256').update(svg).digest('hex').slice(0, 24)}.png`);
  try {
    return await readFile(cached);
  } catch {
    const png = Buffer.from(new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng());
    await mkdir(cacheFolder, { recursive: true });
    await writeFile(cached, png);
    return png;
  }
}

/** One PNG of up to 256 pixels as an .ico file, whose container allows PNG since Windows Vista. */
export function icoOf(png: Buffer, size: number): Buffer {
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
