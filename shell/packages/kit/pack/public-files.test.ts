import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '../../../../api/testing/test-folder';
import { addPublicFiles } from './public-files';

/** Width and height of a PNG (W3C, Portable Network Graphics, the chunk IHDR). */
const sizeOf = (png: Buffer) => [png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)];

test('the public files contain the drawings, a card of 1200 by 630 pixels each, and the icons', async () => {
  const folder = testFolder();
  await addPublicFiles(folder);
  const read = (name: string) => readFile(path.join(folder, name));
  const cards = await readdir(path.join(folder, 'og'), { recursive: true });
  const images = cards.filter((name) => name.endsWith('.png'));
  expect(images).toHaveLength(75);
  for (const name of images) {
    expect([name, ...sizeOf(await read(`og/${name}`))]).toEqual([name, 'PNG', 1200, 630]);
  }
  expect(sizeOf(await read('apple-touch-icon.png'))).toEqual(['PNG', 180, 180]);
  expect(sizeOf(await read('icon-maskable-512.png'))).toEqual(['PNG', 512, 512]);
  const icon = await read('favicon.ico');
  expect(sizeOf(icon.subarray(icon.readUInt32LE(18)))).toEqual(['PNG', 32, 32]);
  expect(String(await read('art/hero.svg'))).toMatch(/^<svg /);
  expect(JSON.parse(String(await read('site.webmanifest')))).toMatchObject({ lang: 'en-GB' });
});
