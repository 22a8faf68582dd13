import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { remoteNames, root } from '../../packages/node/folders';
import { namesOf } from './names';
import { withReference, withShellVersions, withWorkspace } from './project-files';
import { fromTemplate } from './template';

const projectFile = (file: string) => readFile(path.join(root, file), 'utf8');

describe('withShellVersions', () => {
  it('rejects a dependency that the shell does not have', () => {
    expect(() => withShellVersions('{"dependencies":{"left-pad":"*"}}', '{"dependencies":{}}')).toThrow(
      'does not depend on left-pad',
    );
  });
});

describe('the root package.json and tsconfig.json', () => {
  it('get a remote after the others and are otherwise unchanged', async () => {
    const before: unknown = JSON.parse(await projectFile('package.json'));
    const after: unknown = JSON.parse(
      withWorkspace(await projectFile('package.json'), 'events', 'mfe-events'),
    );
    expect(JSON.stringify(after)).toBe(
      JSON.stringify(before)
        .replace('"mfe-learning",', '"mfe-learning","mfe-events",')
        .replace('"shop":"mfe-shop"', '"shop":"mfe-shop","events":"mfe-events"')
        .replace('"<rootDir>/mfe-learning",', '"<rootDir>/mfe-learning","<rootDir>/mfe-events",'),
    );
    expect(withReference(await projectFile('tsconfig.json'), 'mfe-events')).toContain(
      '{"path":"mfe-learning"},{"path":"mfe-events"}',
    );
  });
});

describe('the template', () => {
  // A change of a remote's configuration must also be made in the template.
  it.each(remoteNames())('has the configuration of %s', async (name) => {
    const values = {
      remote: namesOf(name, 'remote'),
      feature: namesOf(name, 'feature'),
      title: name,
      path: `/${name}`,
    };
    expect(await fromTemplate('workflow.template.yml', values)).toBe(
      await projectFile(`.github/workflows/${name}.yml`),
    );
    expect(JSON.parse(await fromTemplate('tsconfig.template.json', values))).toEqual(
      JSON.parse(await projectFile(`mfe-${name}/tsconfig.json`)),
    );
    const own = JSON.parse(await projectFile(`mfe-${name}/package.json`)) as object;
    const generated = JSON.parse(
      withShellVersions(
        await fromTemplate('package.template.json', values),
        await projectFile('shell/package.json'),
      ),
    ) as object;
    // Each team sets its own budgets.
    expect(own).toMatchObject({ ...generated, isa: { sizes: {} } });
  });
});
