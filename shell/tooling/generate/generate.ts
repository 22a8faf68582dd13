import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { remoteNames, root } from '../../packages/node/folders';
import { UserError } from '../../packages/node/user-error';
import {
  changedFile,
  exampleTexts,
  featureChanges,
  type Generated,
  type GenerateOptions,
  newFile,
  placeholders,
  write,
} from './generate-feature';
import { namesOf, withoutPrefix } from './names';
import { PACKAGES_FOLDER, repositoryFiles } from './own-repository';
import { withOwner, withReference, withRow, withShellVersions, withWorkspace } from './project-files';
import { writeTarballs } from './tarballs';
import { fromTemplate } from './template';

/**
 * Generates a remote in a repository of its own, with the packages that it needs.
 * @throws UserError like `generateRemote`; then the folder does not exist, or is as it was.
 */
export async function generateRepository(
  name: string,
  folder: string,
  options: GenerateOptions,
  install: () => Promise<void>,
): Promise<Generated> {
  const remote = namesOf(withoutPrefix(name), 'remote');
  const names = await readdir(folder).catch(() => []);
  if (names.length > 0) throw new UserError(`${folder} is not empty. Name a new folder with --own.`);
  const values = await placeholders(remote, remote, options);
  try {
    const tarballs = await writeTarballs(path.join(folder, PACKAGES_FOLDER));
    const [shellPackage = '', kitPackage = ''] = await Promise.all(
      ['shell', 'shell/packages/kit'].map((one) => readFile(path.join(root, one, 'package.json'), 'utf8')),
    );
    const changes = [
      ...(await repositoryFiles(values, shellPackage, kitPackage, tarballs)),
      ...(await Promise.all([
        newFile('src/remote.tsx', fromTemplate('src/remote.tsx', values)),
        newFile('src/standalone.tsx', fromTemplate('src/standalone.tsx', values)),
        ...(await featureChanges('.', values)),
      ])),
    ];
    const next = [`cd ${folder}`, 'npm test', 'npm run dev', 'README.md says how to release it'];
    const written = await write(changes, install, [], next, folder);
    return { ...written, edits: [exampleTexts('', remote)] };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Generates a remote and registers it with every tool.
 * @param install links the workspace.
 * @throws UserError when the name or the address is invalid or in use, or when the installation fails; then
 * all changes are undone.
 */
export async function generateRemote(
  name: string,
  options: GenerateOptions,
  install: () => Promise<void>,
): Promise<Generated> {
  const remote = namesOf(withoutPrefix(name), 'remote');
  if (remoteNames().includes(remote.kebab)) {
    throw new UserError(`The remote "${remote.kebab}" exists already, in mfe-${remote.kebab}.`);
  }
  const values = await placeholders(remote, remote, options);
  const folder = `mfe-${remote.kebab}`;
  const own = (file: string, template = file) => newFile(`${folder}/${file}`, fromTemplate(template, values));
  const manifest = withShellVersions(
    await fromTemplate('package.template.json', values),
    await readFile(path.join(root, 'shell/package.json'), 'utf8'),
  );
  const changes = await Promise.all([
    newFile(`${folder}/package.json`, manifest),
    own('tsconfig.json', 'tsconfig.template.json'),
    own('jest.config.cjs', 'jest.config.template.cjs'),
    own('src/remote.tsx'),
    own('src/standalone.tsx'),
    ...(await featureChanges(folder, values)),
    newFile(`.github/workflows/${remote.kebab}.yml`, fromTemplate('workflow.template.yml', values)),
    changedFile('package.json', (text) => withWorkspace(text, remote.kebab, folder)),
    changedFile('tsconfig.json', (text) => withReference(text, folder)),
    changedFile('.github/CODEOWNERS', (text) => withOwner(text, remote.kebab)),
    changedFile('shell/docs/contributing.md', (text) => withRow(text, remote.kebab, values.title, manifest)),
  ]);
  const written = await write(
    changes,
    install,
    ['package-lock.json', `node_modules/@isa/${folder}`],
    [`npx jest --selectProjects ${remote.kebab}`, `npm run dev -- ${remote.kebab}`, 'npm start'],
  );
  const first = `${remote.kebab}@1.0.0`;
  const release = [
    `keygen ${remote.kebab}`,
    `pack ${remote.kebab} --version 1.0.0`,
    `publish ${first}`,
    `check ${first} --journeys`,
    `promote ${first} --percent 5`,
    `promote ${first}`,
  ].map((command) => `npm run release -- ${command}`);
  const edits = [
    exampleTexts(folder, remote),
    `.github/CODEOWNERS: its owner is @isa/${remote.kebab}; name another one if there is no such team.`,
  ];
  return { ...written, edits, release };
}
