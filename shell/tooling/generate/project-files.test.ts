import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { remoteNames, root } from '../../packages/node/folders';
import { namesOf } from './names';
import { withOwner, withReference, withRow, withShellVersions, withWorkspace } from './project-files';
import { fromTemplate } from './template';

const rootPackage = z.looseObject({
  workspaces: z.array(z.string()),
  isa: z.object({ apps: z.record(z.string(), z.string()) }),
  jest: z.looseObject({ projects: z.array(z.string()) }),
});
const rootCompiler = z.object({ references: z.array(z.object({ path: z.string() })) });

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
    const before = rootPackage.parse(JSON.parse(await projectFile('package.json')));
    const after = rootPackage.parse(
      JSON.parse(withWorkspace(await projectFile('package.json'), 'events', 'mfe-events')),
    );
    const afterOthers = (entries: readonly string[], added: string) => {
      const last = entries.findLastIndex((entry) => entry.includes('mfe-'));
      return entries.toSpliced(last + 1, 0, added);
    };
    expect(after).toEqual({
      ...before,
      workspaces: afterOthers(before.workspaces, 'mfe-events'),
      isa: { apps: { ...before.isa.apps, events: 'mfe-events' } },
      jest: { ...before.jest, projects: afterOthers(before.jest.projects, '<rootDir>/mfe-events') },
    });
    const references = (text: string) =>
      rootCompiler.parse(JSON.parse(text)).references.map((one) => one.path);
    const compiler = await projectFile('tsconfig.json');
    expect(references(withReference(compiler, 'mfe-events'))).toEqual(
      afterOthers(references(compiler), 'mfe-events'),
    );
  });
});

describe('the owners and the table of remotes', () => {
  it('get a remote after the others', async () => {
    const owners = await projectFile('.github/CODEOWNERS');
    const [owner = ''] = owners.match(/^\/mfe-.*$/gm)?.slice(-1) ?? [];
    expect(withOwner(owners, 'events')).toContain(`\n${owner}\n/mfe-events/ @isa/events\n`);
    const manifest = JSON.stringify({ isa: { sizes: { start: 1, all: 2 } } });
    const table = await projectFile('shell/docs/contributing.md');
    const [row = ''] = table.match(/^\| \[\w+\]\(.*mfe-.*$/gm)?.slice(-1) ?? [];
    const [, added = ''] = withRow(table, 'events', 'Our events', manifest).split(`\n${row}\n`);
    expect(added).toMatch(
      /^\| \[events\]\(.*mfe-events\/\) \| `@isa\/events` \| Our events \| 1 bytes \| 2 bytes \|\n/,
    );
    expect(() => withOwner('', 'events')).toThrow('/mfe-events/ @isa/events');
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
