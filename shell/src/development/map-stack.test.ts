import { mapStack } from './map-stack';

const stack = [
  'TypeError: price is undefined',
  '    at useState (http://localhost:3010/main.js:9:1)',
  '    at BookPage (http://localhost:3013/remote/page.js:120:7)',
  '    at http://localhost:3000/shell/1.0.0/main.js:1:90210',
].join('\n');

describe('mapStack', () => {
  it('names files and lines of the sources, and the first one outside of libraries', async () => {
    const mapped = await mapStack(stack, async (script, line, column) => {
      if (script.endsWith('3010/main.js'))
        return { source: 'webpack://shell/../node_modules/react/react.js', line: 4 };
      if (script.includes('1.0.0')) return undefined;
      return { source: `webpack://shop@development/./src/book-page.tsx?1a2b`, line: line - 100 + column };
    });
    expect(mapped.file).toBe('./src/book-page.tsx:26');
    expect(mapped.stack.split('\n')).toEqual([
      'TypeError: price is undefined',
      '    at useState (../node_modules/react/react.js:4)',
      '    at BookPage (./src/book-page.tsx:26)',
      '    at http://localhost:3000/shell/1.0.0/main.js:1:90210',
    ]);
  });

  it('names no file when no script has a source map', async () => {
    await expect(mapStack(stack, async () => undefined)).resolves.toEqual({ stack });
  });
});
