import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { root } from '../tools/folders';

/** The lines of all workflows and of the template, with their files. */
async function workflowLines(): Promise<{ readonly file: string; readonly line: string }[]> {
  const folder = path.join(root, '.github/workflows');
  const files = (await readdir(folder)).map((name) => path.join(folder, name));
  files.push(path.join(root, 'shell/generate/template/workflow.template.yml'));
  const texts = await Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })));
  return texts.flatMap(({ file, text }) => text.split('\n').map((line) => ({ file, line })));
}

test('actions are named by the hash of their commit, with the version as a comment', async () => {
  const uses = (await workflowLines()).filter(({ line }) => /\buses:/.test(line));
  expect(uses.length).toBeGreaterThan(0);
  expect(
    uses.filter(({ line }) => !/^ +- uses: [\w-]+\/[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(line)),
  ).toEqual([]);
});

test('an action has the same hash everywhere', async () => {
  const hashes = new Map<string, Set<string>>();
  for (const { line } of await workflowLines()) {
    const [, action, hash] = /\buses: ([^@]+)@(\S+)/.exec(line) ?? [];
    if (action && hash) hashes.set(action, (hashes.get(action) ?? new Set()).add(hash));
  }
  expect([...hashes].filter(([, known]) => known.size > 1)).toEqual([]);
});

test('secrets are given to single steps only', async () => {
  const secrets = (await workflowLines()).filter(({ line }) => line.includes('secrets.'));
  expect(secrets.length).toBeGreaterThan(0);
  // The variables of a step are indented by ten spaces, those of a job by six.
  expect(secrets.filter(({ line }) => !/^ {10}\S/.test(line))).toEqual([]);
});

test('dependencies are installed as locked, without their install scripts', async () => {
  const installs = (await workflowLines()).filter(({ line }) => /run: npm (?:ci|install|i)\b/.test(line));
  expect(installs.length).toBeGreaterThan(0);
  expect(
    installs.filter(({ line }) =>
      line
        .split('||')
        .some((command) => /npm (?:ci|install)/.test(command) && !/npm \w+ --ignore-scripts /.test(command)),
    ),
  ).toEqual([]);
});

test('every project whose tests a workflow runs exists', async () => {
  const manifest = z.object({ jest: z.object({ projects: z.array(z.string()) }) });
  const { jest: configured } = manifest.parse(
    JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')),
  );
  const names = await Promise.all(
    configured.projects.map(async (project) => {
      const target = project.replace('<rootDir>', root);
      const file = target.endsWith('.cjs') ? target : path.join(target, 'jest.config.cjs');
      const { default: options } = z
        .object({ default: z.object({ displayName: z.string() }) })
        .parse(await import(file));
      return options.displayName;
    }),
  );
  const wanted = (await workflowLines())
    .flatMap(({ line }) => /--selectProjects ([\w -]+)$/.exec(line)?.[1]?.split(' ') ?? [])
    .filter((name) => name !== 'sample-remote');
  expect(wanted.length).toBeGreaterThan(0);
  expect(wanted.filter((name) => !names.includes(name))).toEqual([]);
});
