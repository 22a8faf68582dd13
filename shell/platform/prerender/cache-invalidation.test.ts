import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '../../../api/testing/test-folder';
import { root } from '../../packages/node/folders';
import { rendererVersion, RENDERER_SOURCES } from './cache-invalidation';

describe('rendererVersion', () => {
  let copy: string;
  beforeEach(async () => {
    copy = testFolder();
    for (const folder of RENDERER_SOURCES) await mkdir(path.join(copy, folder), { recursive: true });
    await cp(path.join(root, 'shell/platform/prerender'), path.join(copy, 'shell/platform/prerender'), {
      recursive: true,
    });
  });

  it.each([
    'shell/platform/prerender/search-engines.ts',
    'shell/platform/prerender/render-process.mjs',
    'shell/platform/formats/page-html.ts',
    'shell/platform/store/storage/folder.ts',
    'shell/packages/node/in-parallel.ts',
    'shell/packages/kit/webpack/configuration.ts',
  ])('changes with %s', async (file) => {
    const before = await rendererVersion(copy);
    await mkdir(path.dirname(path.join(copy, file)), { recursive: true });
    await writeFile(path.join(copy, file), '// changed');
    expect(await rendererVersion(copy)).not.toBe(before);
  });

  it('does not change with a test', async () => {
    const before = await rendererVersion(copy);
    await writeFile(path.join(copy, 'shell/platform/prerender/cache-invalidation.test.ts'), '// changed');
    expect(await rendererVersion(copy)).toBe(before);
  });
});

it('covers every folder from which the site builder imports code', async () => {
  const seen = new Set<string>();
  async function follow(file: string): Promise<void> {
    if (seen.has(file)) return;
    seen.add(file);
    const text = await readFile(path.join(root, file), 'utf8');
    for (const [, specifier = ''] of text.matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']*)'/gm)) {
      await follow(`${path.join(path.dirname(file), specifier).replace(/\.ts$/, '')}.ts`);
    }
  }
  for (const name of await readdir(path.join(root, 'shell/platform/prerender'))) {
    if (name.endsWith('.ts') && !name.endsWith('.test.ts')) await follow(`shell/platform/prerender/${name}`);
  }
  expect(seen.size).toBeGreaterThan(30);
  expect(
    [...seen].filter((file) => !RENDERER_SOURCES.some((folder) => file.startsWith(`${folder}/`))),
  ).toEqual([]);
});
