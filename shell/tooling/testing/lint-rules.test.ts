import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { testFolder } from '../../../api/testing/test-folder';
import { root } from '../../packages/node/folders';

const bin = (name: string) => path.join(root, 'node_modules', name);
const oxlintConfig = z.object({
  rules: z.record(z.string(), z.unknown()),
  overrides: z.array(z.object({ rules: z.record(z.string(), z.unknown()) })),
});
const eslintConfig = z.object({ rules: z.record(z.string(), z.tuple([z.number()], z.unknown())) });

/** The rules of a file. @param folder where ESLint runs, relative to the project's root. */
async function rulesOfEslint(
  folder: string,
  file: string,
  ...config: readonly string[]
): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [bin('eslint/bin/eslint.js'), ...config, '--print-config', file],
    { cwd: path.join(root, folder) },
  );
  return Object.entries(eslintConfig.parse(JSON.parse(stdout)).rules)
    .filter(([, [severity]]) => severity > 0)
    .map(([name]) => name);
}

it('checks with oxlint every rule of a remote in a repository of its own that ESLint does not check', async () => {
  const template = path.join(root, 'shell/tooling/generate/template/own/eslint.config.template.mjs');
  const inProject = await rulesOfEslint('.', 'mfe-shop/src/remote.tsx');
  const own = await rulesOfEslint('mfe-shop', 'src/remote.tsx', '--config', template);
  const { rules, overrides } = oxlintConfig.parse(
    JSON.parse(readFileSync(path.join(root, '.oxlintrc.json'), 'utf8')),
  );
  const inOxlint = [rules, ...overrides.map((one) => one.rules)].flatMap((one) => Object.keys(one));
  const checked = inOxlint.map((name) => name.replace('typescript/', ''));
  const left = own
    .filter((name) => !inProject.includes(name))
    .map((name) => name.replace('@typescript-eslint/', '').replace('react-hooks/', 'react/'));
  expect(left).toContain('no-floating-promises');
  // An octal number is an error of the parser; the other two concern the configuration of the React Compiler.
  expect(left.filter((name) => !checked.includes(name)).sort()).toEqual([
    'no-octal',
    'react/config',
    'react/gating',
  ]);
});

it('finds with oxlint what only types show', async () => {
  const folder = testFolder();
  await writeFile(path.join(folder, 'floating.ts'), 'Promise.resolve(1);\nexport {};\n');
  const oxlint = [bin('oxlint/bin/oxlint'), '--config', path.join(root, '.oxlintrc.json'), folder];
  const failure: unknown = await promisify(execFile)(process.execPath, oxlint, { cwd: root }).catch(
    (error: unknown) => error,
  );
  const { stdout } = z.object({ code: z.literal(1), stdout: z.string() }).parse(failure);
  expect(stdout).toContain('no-floating-promises');
});
