import { addAnswers, addRoute } from './add-route';

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

  it('rejects a name that the file uses already', () => {
    expect(() => add("import { blogRoute } from './other';\ndefineRemote({ routes: [blogRoute] });")).toThrow(
      'remote.tsx uses the name blogRoute already',
    );
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

describe('addAnswers', () => {
  const source = (options: string) =>
    `import { fakeHost, renderStandalone } from '@isa/contract/testing';\nimport remote from './remote';\n\nrenderStandalone(remote, fakeHost({ ${options} }), null);\n`;

  it.each([
    ['the name of a list', 'answers, items: []', 'answers: [...answers, ...wishListAnswers], items: []'],
    [
      'a call',
      'answers: shopAnswers(as === "member"),',
      'answers: [...shopAnswers(as === "member"), ...wishListAnswers],',
    ],
    ['a list', 'answers: [...shopAnswers]', 'answers: [...shopAnswers, ...wishListAnswers]'],
    ['an empty list', 'answers: []', 'answers: [...wishListAnswers]'],
  ])('adds the responses of a page to %s', (_kind, before, after) => {
    const changed = addAnswers(source(before), 'wishListAnswers', './features/wish-list/fixtures');
    expect(changed).toContain(`fakeHost({ ${after} })`);
    expect(changed).toContain(
      "import { wishListAnswers } from './features/wish-list/fixtures';\nimport remote from './remote';",
    );
  });

  it('rejects a name that the file uses already', () => {
    const used = source('answers: wishListAnswers(true)');
    expect(() => addAnswers(used, 'wishListAnswers', './x')).toThrow(
      'standalone.tsx uses the name wishListAnswers already',
    );
  });

  it('says what is missing in a file without responses', () => {
    expect(() => addAnswers(source('items: []'), 'wishListAnswers', './x')).toThrow(
      'standalone.tsx has no fakeHost({ answers: … })',
    );
  });
});
