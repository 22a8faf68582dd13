import { addRoute } from './add-route';

const add = (source: string) => addRoute(source, 'blogRoute', './features/blog/route');

describe('addRoute', () => {
  it.each([
    ['a file without a remote', 'export default {};'],
    [
      'a remote without routes',
      "import { defineRemote } from 'x';\nexport default defineRemote({ menu: [] });",
    ],
    ['routes that are not a list', 'export default defineRemote({ routes: all, menu: [] });'],
    ['an imported remote', 'export default defineRemote(remote);'],
  ])('rejects %s', (_what, source) => {
    expect(() => add(source)).toThrow(/add blogRoute by hand/);
  });

  it('adds to an empty list and to a file without imports', () => {
    expect(add('export default defineRemote({ routes: [] });')).toBe(
      "import { blogRoute } from './features/blog/route';\nexport default defineRemote({ routes: [blogRoute] });",
    );
  });

  it('adds the route after the last one, with or without a trailing comma', () => {
    expect(add('defineRemote({ routes: [a, ...b] })')).toContain('routes: [a, ...b, blogRoute]');
    expect(add('defineRemote({ routes: [a, ...b,] })')).toContain('routes: [a, ...b, blogRoute,]');
  });

  it('inserts the import in sorted order and leaves the rest unchanged', () => {
    const source = [
      "import { defineRemote } from '@isa/contract';",
      "import { aboutRoute } from './features/about/route';",
      "import { homeRoutes } from './features/home/routes';",
      '',
      '// This comment contains "routes: []".',
      "export default defineRemote({ name: 'x', routes: [aboutRoute, ...homeRoutes], menu: [] });",
    ].join('\n');
    expect(add(source).split('\n')).toEqual([
      "import { defineRemote } from '@isa/contract';",
      "import { aboutRoute } from './features/about/route';",
      "import { blogRoute } from './features/blog/route';",
      "import { homeRoutes } from './features/home/routes';",
      '',
      '// This comment contains "routes: []".',
      "export default defineRemote({ name: 'x', routes: [aboutRoute, ...homeRoutes, blogRoute], menu: [] });",
    ]);
  });

  it('inserts the import last when all others sort before it', () => {
    expect(add("import { a } from './a';\ndefineRemote({ routes: [a] });")).toMatch(
      /^import \{ a \} from '\.\/a';\nimport \{ blogRoute \}/,
    );
  });
});
