import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '../../../api/testing/test-folder';
import { filesBelow } from '../../packages/node/files';
import { remoteNames, root } from '../../packages/node/folders';
import { testScript } from '../testing/test-script';
import { isOnlyInAll, ONLY_IN_ALL } from './test-selection';

describe('the files that only `npm test -- all` runs', () => {
  let files: readonly string[];
  beforeAll(async () => {
    const folders = ['api', 'shell', ...remoteNames().map((remote) => `mfe-${remote}`)];
    const found = await Promise.all(folders.map((folder) => filesBelow(path.join(root, folder))));
    files = found
      .flat()
      .map((file) => path.relative(root, file))
      .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file) && !file.includes('node_modules'));
  });

  const guards = Object.values(ONLY_IN_ALL).flatMap((group) => Object.entries<string>(group));

  it.each(guards)('%s are files that exist, one for each alternative', (pattern) => {
    const alternatives = /\(([^)]*)\)/.exec(pattern)?.[1]?.split('|').length ?? 1;
    expect(files.filter((file) => new RegExp(pattern).test(file))).toHaveLength(alternatives);
  });

  it.each(guards)('%s are guarded in `npm test` by tests that exist: %s', (_pattern, guard) => {
    const kinds = ['units', 'api', 'journeys'] as const;
    const inShort = files
      .filter((file) => !kinds.some((kind) => isOnlyInAll(kind, file)))
      .map((file) => path.basename(file).replace(/\.(?:test|spec)\.tsx?$/, ''));
    const named = [...guard.matchAll(/[\w-]+(?:\.hostile)?/g)].map(([name]) => name);
    expect(named.filter((name) => inShort.includes(name))).not.toEqual([]);
    const surely = [...guard.matchAll(/([\w.-]+)\.test|[\w-]+\.hostile/g)].map(([name, test = name]) => test);
    expect(surely.filter((name) => !inShort.includes(name))).toEqual([]);
  });
});

describe('a test that fails and passes on its second run', () => {
  const TEST = `
    const { existsSync, writeFileSync } = require('node:fs');
    const ran = __filename + '.ran';
    test('passes at once', () => undefined);
    test('passes when it is repeated', () => {
      if (existsSync(ran)) return;
      writeFileSync(ran, '');
      throw new Error('This was the first run.');
    });`;

  /** A project with one test of Jest and one of Playwright, and the steps that run them. */
  async function run(
    ...words: readonly string[]
  ): Promise<{ readonly code: number; readonly output: string }> {
    const folder = testFolder();
    const files = {
      'package.json': JSON.stringify({ isa: { apps: {} }, jest: { projects: ['<rootDir>/api'] } }),
      'api/jest.config.cjs': `module.exports = { displayName: 'api' };`,
      'api/dice.test.ts': TEST,
      'shell/tooling/gallery/playwright.config.ts': `export default { reporter: [['json', { outputFile: process.env.JOURNEYS_REPORT }]] };`,
      'shell/tooling/gallery/dice.spec.ts': `import { test } from '@playwright/test';\n${TEST}`,
    };
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    }
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    // Nothing is installed, because no package manager is found; the test opens no browser.
    const env = { PATH: folder, CHROMIUM_PATH: process.execPath };
    const args = [await testScript('shell/tooling/commands/test.ts'), ...words];
    return new Promise((resolve) => {
      const child = execFile(process.execPath, args, { cwd: folder, env }, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode ?? 1, output: stdout + stderr }),
      );
    });
  }

  it('has failed with `all`, in Jest and in Playwright', async () => {
    const { code, output } = await run('all', 'api', 'gallery');
    expect([code, output]).toEqual([1, expect.stringContaining('2 passed, 2 failed, 0 skipped')]);
    expect(output).toMatch(/FAILED in api: .*passes when it is repeated/);
    expect(output).toMatch(/FAILED in gallery: .*passes when it is repeated/);
    expect(output).not.toMatch(/FLAKY|Repeating/);
  });

  it('has passed otherwise, and is named as flaky', async () => {
    const { code, output } = await run('api', 'gallery');
    expect([code, output]).toEqual([0, expect.stringContaining('4 passed, 0 failed, 0 skipped')]);
    expect(output).toMatch(/FLAKY in api: .*passes when it is repeated/);
    expect(output).toMatch(/FLAKY in gallery: .*passes when it is repeated/);
  });
});
