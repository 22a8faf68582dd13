import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../packages/node/folders';
import { z } from 'zod';
import { requireJson } from '../../platform/formats/parse-json';
import type { FileChange } from './changes';
import { withShellVersions } from './project-files';
import { fromTemplate, type Placeholders } from './template';

const TEMPLATES = {
  '.gitignore': 'gitignore.template',
  '.oxfmtrc.json': 'oxfmtrc.template.json',
  'README.md': 'README.template.md',
  'eslint.config.mjs': 'eslint.config.template.mjs',
  'tsconfig.json': 'tsconfig.template.json',
} as const;

export const PACKAGES_FOLDER = 'packages';

/** The package that a remote bundles; the others it needs only to be developed. */
const BUNDLED = '@isa/api-contract';

/** Packages of the kit that the remote's own code or types name. */
const DIRECT = [
  '@types/jest',
  '@types/node',
  '@types/react',
  '@testing-library/jest-dom',
  '@testing-library/react',
];

/** Besides the remote's sources. @param tarballs file names by package. */
export async function repositoryFiles(
  values: Placeholders,
  shellPackage: string,
  kitPackage: string,
  tarballs: ReadonlyMap<string, string>,
): Promise<readonly FileChange[]> {
  const template = (name: string) => fromTemplate(path.join('own', name), values);
  const files = Object.entries(TEMPLATES).map(async ([file, name]) => ({ file, text: await template(name) }));
  const workflow = ownWorkflow(
    await readFile(path.join(root, '.github/workflows/remote.yml'), 'utf8'),
    values.remote.kebab,
  );
  const manifest = withTarballs(
    withShellVersions(await template('package.template.json'), shellPackage, 'peerDependencies'),
    shellPackage,
    kitPackage,
    tarballs,
  );
  return [
    ...(await Promise.all(files)),
    { file: 'jest.config.cjs', text: await fromTemplate('jest.config.template.cjs', values) },
    { file: 'package.json', text: manifest },
    { file: `.github/workflows/${values.remote.kebab}.yml`, text: workflow },
  ];
}

const packageSchema = z.looseObject({ peerDependencies: z.record(z.string(), z.string()) });
const versions = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
});

function withTarballs(
  text: string,
  shellPackage: string,
  kitPackage: string,
  tarballs: ReadonlyMap<string, string>,
): string {
  const own = requireJson(text, packageSchema, 'The package.json of the remote');
  const shell = requireJson(shellPackage, versions, 'shell/package.json').dependencies;
  const kit = requireJson(kitPackage, versions, 'shell/packages/kit/package.json').devDependencies;
  const files = [...tarballs].map(([name, file]): [string, string] => [
    name,
    `file:${PACKAGES_FOLDER}/${file}`,
  ]);
  const provided = Object.keys(own.peerDependencies)
    .filter((name) => !tarballs.has(name))
    .map((name): [string, string] => [name, shell[name] ?? '*']);
  const direct = DIRECT.map((name): [string, string] => [name, kit[name] ?? '*']);
  return JSON.stringify({
    ...own,
    dependencies: Object.fromEntries(files.filter(([name]) => name === BUNDLED)),
    devDependencies: Object.fromEntries([
      ...files.filter(([name]) => name !== BUNDLED),
      ...direct,
      ...provided,
    ]),
  });
}

const WORKFLOW_COMMENT = `# On main, what is verified goes to the store. The operators check and promote it in the site's repository, where their
# keys are; its shell/docs/operating.md says what is set up.
`;

/** The workflow that the teams of this project call, for a repository of its own. @throws Error when it has changed. */
function ownWorkflow(workflow: string, app: string): string {
  const key = app.toUpperCase().replaceAll('-', '_');
  const replacements: readonly (readonly [RegExp, string])[] = [
    [/^# Verifies [^]*?(?=permissions:)/, `${WORKFLOW_COMMENT}name: ${app}\n${TRIGGERS}`],
    [/(?<=\n)env:\n {2}APP: .*\n {2}KEY: .*\n/, `${CONCURRENCY}env:\n  APP: ${app}\n  KEY: ${key}\n`],
    [
      / {6}- run: npx eslint .*\n {6}- run: npx oxlint .*\n {6}- run: node node_modules\/typescript-native.*\n {6}- run: npx jest .*\n/,
      '      - run: npm test\n',
    ],
    // The jobs that need keys of the operators, and what only these jobs read.
    [/ {4}outputs:\n {6}version: .*\n/, ''],
    [/\n {2}check:\n[^]*$/, ''],
    [/secrets\[format\('RELEASE_KEY_\{0\}', inputs\.key\)\]/g, `secrets.RELEASE_KEY_${key}`],
    [/\$\{\{ inputs\.app \}\}/g, app],
  ];
  return replacements.reduce((text, [pattern, replacement]) => {
    if (text.search(pattern) < 0) throw new Error(`.github/workflows/remote.yml lacks ${String(pattern)}.`);
    return text.replace(pattern, replacement);
  }, workflow);
}

const TRIGGERS = `on:
  pull_request:
  push:
    branches: [main]
`;

const CONCURRENCY = `concurrency:
  group: \${{ github.workflow }}-\${{ github.ref }}
  # A release is never cut off half-way, and up to 100 that wait run in their order. By default, GitHub cancels all that wait
  # but the last.
  queue: max
  cancel-in-progress: false
`;
