import { addRoute } from './add-route';

const add = (source: string) => addRoute(source, 'blogRoute', './features/blog/route');

describe('addRoute', () => {
  it.each([
    ['no remote at all', 'export default {};'],
    [
      'a remote without routes',
      "import { defineRemote } from 'x';\nexport default defineRemote({ menu: [] });",
    ],
    ['routes that are no list', 'export default defineRemote({ routes: all, menu: [] });'],
    ['a remote from elsewhere', 'export default defineRemote(remote);'],
  ])('refuses %s instead of guessing', (_what, source) => {
    expect(() => add(source)).toThrow(/add blogRoute by hand/);
  });

  it('adds to an empty list and to a file without imports', () => {
    expect(add('export default defineRemote({ routes: [] });')).toBe(
      "import { blogRoute } from './features/blog/route';\nexport default defineRemote({ routes: [blogRoute] });",
    );
  });

  it('adds behind the last route, with a comma at the end or without', () => {
    expect(add('defineRemote({ routes: [a, ...b] })')).toContain('routes: [a, ...b, blogRoute]');
    expect(add('defineRemote({ routes: [a, ...b,] })')).toContain('routes: [a, ...b, blogRoute,]');
  });

  it('puts the import where it sorts, and takes the rest as it is', () => {
    const source = [
      "import { defineRemote } from '@isa/contract';",
      "import { aboutRoute } from './features/about/route';",
      "import { homeRoutes } from './features/home/routes';",
      '',
      '// Says "routes: []" without meaning it.',
      "export default defineRemote({ name: 'x', routes: [aboutRoute, ...homeRoutes], menu: [] });",
    ].join('\n');
    expect(add(source).split('\n')).toEqual([
      "import { defineRemote } from '@isa/contract';",
      "import { aboutRoute } from './features/about/route';",
      "import { blogRoute } from './features/blog/route';",
      "import { homeRoutes } from './features/home/routes';",
      '',
      '// Says "routes: []" without meaning it.',
      "export default defineRemote({ name: 'x', routes: [aboutRoute, ...homeRoutes, blogRoute], menu: [] });",
    ]);
  });

  it('puts the import last where all others sort before it', () => {
    expect(add("import { a } from './a';\ndefineRemote({ routes: [a] });")).toMatch(
      /^import \{ a \} from '\.\/a';\nimport \{ blogRoute \}/,
    );
  });
});
