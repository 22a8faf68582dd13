import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { testFolder } from '../../../api/testing/test-folder';
import { remoteNames, root } from '../../packages/node/folders';

const bin = (name: string) => path.join(root, 'node_modules', name);
const oxlintConfig = z.object({
  rules: z.record(z.string(), z.unknown()),
  overrides: z.array(z.object({ rules: z.record(z.string(), z.unknown()) })),
});
const eslintConfig = z.object({ rules: z.record(z.string(), z.tuple([z.number()], z.unknown())) });

const PATHS = 'import-x/no-restricted-paths';
const zonesSchema = z.object({
  zones: z.array(z.object({ target: z.union([z.string(), z.array(z.string())]) })),
});
const messagesSchema = z.array(z.array(z.object({ ruleId: z.string(), message: z.string() })));

/** The configuration of a file. @param folder where ESLint runs, relative to the project's root. */
async function configOfEslint(folder: string, file: string, ...config: readonly string[]) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [bin('eslint/bin/eslint.js'), ...config, '--print-config', file],
    { cwd: path.join(root, folder) },
  );
  return eslintConfig.parse(JSON.parse(stdout));
}

/** The rules of a file that are switched on. */
async function rulesOfEslint(...where: Parameters<typeof configOfEslint>): Promise<readonly string[]> {
  return Object.entries((await configOfEslint(...where)).rules)
    .filter(([, [severity]]) => severity > 0)
    .map(([name]) => name);
}

/** Prints what ESLint says about texts in the places of files. */
const LINT = `
  const { ESLint } = require('eslint');
  const eslint = new ESLint();
  Promise.all(JSON.parse(process.argv[1]).map(([filePath, text]) => eslint.lintText(text, { filePath }))).then(
    (results) => process.stdout.write(JSON.stringify(results.flat().map(({ messages }) => messages))),
  );`;

it('refuses requests without the host in every remote, with the right call, and benches’ code in what tests share', async () => {
  const texts = [
    ...remoteNames().map((remote) => [
      `mfe-${remote}/src/features/new/page.ts`,
      `export const books = () => fetch('/api/books');\n`,
    ]),
    ['shell/tooling/testing/new.ts', `export { ports } from '../e2e/support/site';\n`],
  ];
  const args = ['-e', LINT, JSON.stringify(texts)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  expect(messagesSchema.parse(JSON.parse(stdout))).toEqual([
    ...remoteNames().map(() => [
      {
        ruleId: 'remote/api-calls',
        message: expect.stringContaining('Use host.api(calls.listBooks, input, { signal })') as string,
      },
    ]),
    [{ ruleId: PATHS, message: expect.stringContaining('shell/tooling/testing may import from') as string }],
  ]);
});

it('knows from which folders each folder of the platform and the tools may import', async () => {
  const folders = ['shell/platform', 'shell/tooling'].flatMap((parent) =>
    readdirSync(path.join(root, parent), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() && !/^(?:node_modules|dist|\..*)$/.test(entry.name)
        ? `./${parent}/${entry.name}`
        : [],
    ),
  );
  const { rules } = await configOfEslint('.', 'shell/platform/store/releases.ts');
  const { zones } = zonesSchema.parse(rules[PATHS]?.[1]);
  expect(folders.length).toBeGreaterThan(10);
  expect(folders.filter((folder) => !zones.some(({ target }) => target === folder))).toEqual([]);
});

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
  expect(own).toContain('remote/api-calls');
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
