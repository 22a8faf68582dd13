import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { remoteNames, root } from '../tools/folders';
import { namesOf } from './names';
import { withReference, withShellVersions, withWorkspace } from './project-files';
import { fromTemplate } from './template';

const house = (file: string) => readFile(path.join(root, file), 'utf8');

describe('withShellVersions', () => {
  it('refuses a dependency that the shell does not have', () => {
    expect(() => withShellVersions('{"dependencies":{"left-pad":"*"}}', '{"dependencies":{}}')).toThrow(
      'does not depend on left-pad',
    );
  });
});

describe('the house’s files', () => {
  it('take a remote behind the others, and keep the rest', async () => {
    const before: unknown = JSON.parse(await house('package.json'));
    const after: unknown = JSON.parse(withWorkspace(await house('package.json'), 'mfe-events'));
    expect(JSON.stringify(after)).toBe(
      JSON.stringify(before)
        .replace('"mfe-learning",', '"mfe-learning","mfe-events",')
        .replace('"<rootDir>/mfe-learning",', '"<rootDir>/mfe-learning","<rootDir>/mfe-events",'),
    );
    expect(withReference(await house('tsconfig.json'), 'mfe-events')).toContain(
      '{"path":"mfe-learning"},{"path":"mfe-events"}',
    );
  });
});

describe('the template', () => {
  // A change of one remote's set-up that the next remote should have as well must not be forgotten.
  it.each(remoteNames())('is what %s has', async (name) => {
    const words = {
      remote: namesOf(name, 'remote'),
      feature: namesOf(name, 'feature'),
      title: name,
      path: `/${name}`,
    };
    expect(await fromTemplate('workflow.template.yml', words)).toBe(
      await house(`.github/workflows/${name}.yml`),
    );
    expect(JSON.parse(await fromTemplate('tsconfig.template.json', words))).toEqual(
      JSON.parse(await house(`mfe-${name}/tsconfig.json`)),
    );
    const own = JSON.parse(await house(`mfe-${name}/package.json`)) as object;
    expect(own).toMatchObject(
      JSON.parse(
        withShellVersions(
          await fromTemplate('package.template.json', words),
          await house('shell/package.json'),
        ),
      ),
    );
  });
});
