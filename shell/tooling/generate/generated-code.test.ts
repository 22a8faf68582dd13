import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SOURCE_OPTIONS } from '../../packages/node/node';
import { copyProject } from './testing/project-copy';

// Many tools run at the same time.
jest.setTimeout(600_000);

const generate = [...SOURCE_OPTIONS, 'shell/tooling/commands/new.ts'];

/** The tests that read the whole project, which a new remote, page or file could break. */
const OF_THE_PROJECT = [
  'tooling/testing/(docs|hosting-commands|lint-rules)',
  'tooling/commands/(export-names|import-cycles|build-site)',
  'tooling/generate/(add-route|changes|names|project-files|workflows|reference/)',
  'packages/node/package-sources',
  'packages/kit/pack/(locked-dependencies|third-party-types)',
];

// Besides this, `npm test` runs the tests of other code, and journeys, for which `own-repository.spec` generates a remote.
it('generates a remote, a feature of it and a feature of the shop that pass the checks of a commit', async () => {
  const project = await copyProject({ isWhole: true });
  try {
    // A program in place of npm, which would install the packages again.
    const npm = path.join(project.folder, '.data/npm.cjs');
    await mkdir(path.dirname(npm));
    await writeFile(
      npm,
      `require('node:fs').symlinkSync('../../mfe-events', 'node_modules/@isa/mfe-events');`,
    );
    const before = project.files();
    const linking = { npm_execpath: npm };
    const remote = await project.run([...generate, 'remote', 'events'], linking);
    expect([remote.code, remote.output]).toEqual([
      0,
      expect.stringContaining('npx jest --selectProjects events'),
    ]);
    const printed = [...remote.output.matchAll(/^ {2}npm run release -- (.+)$/gm)].map(
      ([, words = '']) => words,
    );
    expect(printed).toEqual([
      'keygen events',
      'pack events --version 1.0.0',
      'publish events@1.0.0',
      'check events@1.0.0 --journeys',
      'promote events@1.0.0 --percent 5',
      'promote events@1.0.0',
    ]);
    const feature = await project.run([
      ...generate,
      'feature',
      'mfe-shop',
      'wish-list',
      '--title',
      "Buyer's li\u0301st",
    ]);
    expect([feature.code, feature.output]).toEqual([
      0,
      expect.stringContaining('changed  mfe-shop/src/remote.tsx'),
    ]);
    expect([remote.output, feature.output]).toEqual([
      expect.stringMatching(
        /Edit these files:\n {2}mfe-events\/src\/features\/events\/events-page\.tsx: replace/,
      ),
      expect.stringMatching(
        /Edit these files:\n {2}mfe-shop\/src\/features\/wish-list\/wish-list-page\.tsx: /,
      ),
    ]);
    const second = await project.run([
      ...generate,
      'feature',
      'events',
      'archive',
      '--path',
      '/events/archive',
    ]);
    expect([second.code, second.output]).toEqual([
      0,
      expect.stringContaining('mfe-events/src/features/archive'),
    ]);

    const created = project.files().filter((file) => !before.includes(file));
    expect(created.filter((file) => file.startsWith('mfe-events/') && !file.includes('features'))).toEqual([
      'mfe-events/jest.config.cjs',
      'mfe-events/package.json',
      'mfe-events/src/remote.tsx',
      'mfe-events/src/standalone.tsx',
      'mfe-events/tsconfig.json',
    ]);
    expect(created).toContain('.github/workflows/events.yml');
    // No placeholder of the template is left.
    const texts = await Promise.all(created.map((file) => project.read(file)));
    expect(texts.filter((text) => /sample/i.test(text))).toEqual([]);

    await project.addFiles();
    const tool = (file: string, ...args: string[]) => project.run([`node_modules/${file}`, ...args]);
    // The other tools load compiled packages, so they must not run while the compiler writes them.
    const compiled = await tool('typescript-native/bin/tsc', '-b', 'mfe-events', 'mfe-shop');
    const others = await Promise.all([
      tool('oxfmt/bin/oxfmt', '--check'),
      tool('oxlint/bin/oxlint', 'mfe-events', 'mfe-shop'),
      tool('eslint/bin/eslint.js', '--max-warnings', '0', 'mfe-events', 'mfe-shop'),
      tool('knip/bin/knip.js', '--no-progress'),
      tool(
        'jest/bin/jest.js',
        ...['--selectProjects', 'events', 'shop', 'shell-node', '--testPathPatterns'],
        ...['/mfe-events/', '/wish-list/', ...OF_THE_PROJECT],
      ),
    ]);
    expect([compiled, ...others].flatMap(({ code, output }) => (code === 0 ? [] : output))).toEqual([]);
    // The pages can be seen alone, with their own prepared responses.
    expect(await project.read('mfe-shop/src/standalone.tsx')).toContain('...wishListAnswers');
    expect(await project.read('mfe-events/src/standalone.tsx')).toContain('...archiveAnswers');
  } finally {
    await project.remove();
  }
});
