import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { remoteNames, root } from '../../packages/node/folders';
import { namesOf } from './names';
import { repositoryFiles } from './own-repository';

/** The lines of all workflows and of the template, with their files. */
async function workflowLines(): Promise<{ readonly file: string; readonly line: string }[]> {
  const folder = path.join(root, '.github/workflows');
  const files = (await readdir(folder)).map((name) => path.join(folder, name));
  files.push(path.join(root, 'shell/tooling/generate/template/workflow.template.yml'));
  const texts = await Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })));
  return texts.flatMap(({ file, text }) => text.split('\n').map((line) => ({ file, line })));
}

test('actions are named by the hash of their commit, with the version as a comment', async () => {
  const uses = (await workflowLines()).filter(({ line }) => /\buses:/.test(line));
  expect(uses.length).toBeGreaterThan(0);
  expect(
    uses.filter(
      ({ line }) =>
        !/^ +- uses: [\w-]+\/[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$|^ {4}uses: \.\/\.github\/workflows\/remote\.yml$/.test(
          line,
        ),
    ),
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
  const secrets = (await workflowLines()).filter(({ line }) => /secrets[.[]/.test(line));
  expect(secrets.length).toBeGreaterThan(0);
  // The variables of a step are indented by ten spaces, those of a job by six.
  expect(secrets.filter(({ line }) => !/^ {10}\S/.test(line))).toEqual([]);
});

test('dependencies are installed as locked, without their install scripts', async () => {
  const installs = (await workflowLines()).filter(({ line }) => /run: npm (?:ci|install|i)\b/.test(line));
  expect(installs.length).toBeGreaterThan(0);
  const command =
    /run: npm install --ignore-scripts --no-audit --no-fund && git diff --exit-code package-lock\.json$/;
  expect(installs.filter(({ line }) => !command.test(line))).toEqual([]);
});

/** The text of each job of each workflow, by its name. */
async function jobs(): Promise<
  readonly { readonly file: string; readonly job: string; readonly text: string }[]
> {
  const lines = await workflowLines();
  return [...new Set(lines.map(({ file }) => file))].flatMap((file) => {
    const text = lines.flatMap((one) => (one.file === file ? [one.line] : [])).join('\n');
    const [, body = ''] = text.split('\njobs:\n');
    return [...body.matchAll(/^ {2}(\w+):\n((?: {3,}.*\n|\n)*)/gm)].map(([, job = '', content = '']) => ({
      file,
      job,
      text: content.replaceAll(/^ *#.*$/gm, ''),
    }));
  });
}

test('the operators’ key is only in jobs that run a release’s code in the sandbox, after another job has checked it', async () => {
  const holders = (await jobs()).filter(({ text }) => text.includes('RELEASE_KEY_REGISTRY'));
  expect(holders.map(({ job }) => job)).toEqual(['canary']);
  for (const { text } of holders) {
    const commands = [...text.matchAll(/release -- (?:--json )?(\w+)/g)].map(([, command]) => command);
    expect(commands).toEqual(['promote']);
    expect(text).toMatch(/release -- promote \S+ --steps 5,25,50,100 --every 2h --recorded /);
    expect(text).toContain('needs: [publish, check]');
    // In production nothing is rendered without the sandbox.
    expect(text).toMatch(/bubblewrap[^]*NODE_ENV: production/);
    // The job compiles and tests nothing, and runs no package's own script.
    expect(text).not.toMatch(/npx|npm test|npm rebuild|tsc|jest|RELEASE_KEY_(?!REGISTRY)/);
  }
});

test('the job that promotes names the origin of previews, without which production refuses to promote', async () => {
  const [canary] = (await jobs()).filter(({ job }) => job === 'canary');
  expect(canary?.text).toMatch(/^ {4}env: \*store$/m);
  const [, shared = ''] =
    /env: &store\n((?: {6}\S.*\n)+)/.exec((await jobs()).map(({ text }) => text).join()) ?? [];
  expect(shared).toContain('PREVIEW_ORIGIN: ${{ vars.PREVIEW_ORIGIN }}');
});

test('jobs that check, promote or check again name the site, without which gates are not run', async () => {
  const [, shared = ''] =
    /env: &store\n((?: {6}\S.*\n)+)/.exec((await jobs()).map(({ text }) => text).join()) ?? [];
  const compared = (await jobs()).filter(({ text }) => /release -- (?:check|promote)\b/.test(text));
  expect(compared.map(({ file, job }) => `${path.basename(file)} ${job}`)).toEqual([
    'canaries.yml check',
    'remote.yml check',
    'remote.yml canary',
  ]);
  for (const { text } of compared) {
    const own = /^ {4}env: \*store$/m.test(text) ? shared : text;
    expect(own).toMatch(/^ {6}SITE_ORIGIN: \$\{\{ vars\.SITE_ORIGIN \}\}$/m);
  }
});

test('jobs that check a release hold neither the operators’ key nor the team’s', async () => {
  const checks = (await jobs()).filter(({ text }) => /release -- check/.test(text));
  expect(checks.map(({ file, job }) => [path.basename(file), job])).toEqual([
    ['canaries.yml', 'check'],
    ['remote.yml', 'check'],
  ]);
  for (const { text } of checks) {
    expect([...text.matchAll(/secrets\.(RELEASE_KEY_\w+)/g)].map(([, key]) => key)).toEqual([
      'RELEASE_KEY_CHECK',
    ]);
    expect(text).toContain('bubblewrap');
    // The job depends on the publication, because visitors may have this revision already: a lock file changes
    // for other apps, too.
    if (text.includes('needs: publish')) expect(text).toContain("if: needs.publish.outputs.version != ''");
  }
});

/** The workflow of a remote in a repository of its own. */
async function ownRepositoryWorkflow(): Promise<string> {
  const talks = namesOf('talks', 'remote');
  const [shellPackage, kitPackage] = await Promise.all(
    ['shell', 'shell/packages/kit'].map((folder) =>
      readFile(path.join(root, folder, 'package.json'), 'utf8'),
    ),
  );
  const files = await repositoryFiles(
    { remote: talks, feature: talks, title: 'Talks', path: '/talks' },
    shellPackage ?? '',
    kitPackage ?? '',
    new Map(),
  );
  return files.find(({ file }) => file === '.github/workflows/talks.yml')?.text ?? '';
}

test('the workflow of a remote in its own repository ends with its publication, without keys of the operators', async () => {
  const text = await ownRepositoryWorkflow();
  expect([...text.matchAll(/^ {2}(\w+):$/gm)].map(([, job]) => job)).toEqual(
    expect.arrayContaining(['verify', 'preview', 'publish']),
  );
  expect(text).not.toMatch(/^ {2}(?:check|canary):$|RELEASE_KEY_(?:REGISTRY|CHECK)/m);
  expect(text).toMatch(/publish "\$APP@\$VERSION"\n(?: {8,}.*\n)*$/);
  expect(text).toMatch(RELEASES_ONLY_NEW_REVISIONS);
});

/** An early step compares the revision; what follows depends on it. */
const RELEASES_ONLY_NEW_REVISIONS =
  /- id: new\n[^]*--dry-run pack (\S+) [^]*\.apps\[\] \| select\(\.app == \$app\)[^]*- if: steps\.new\.outputs\.version != ''\n +run: .*npm run release -- pack \1 [^]*- if: steps\.new\.outputs\.version != ''\n +run: npm run release -- publish/;

test('a revision that visitors have already is neither packed nor published', async () => {
  const publishing = (await jobs()).filter(({ job }) => job === 'publish');
  expect(publishing.map(({ text }) => RELEASES_ONLY_NEW_REVISIONS.test(text))).toEqual([true]);
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

test('the workflows of all teams call one workflow, and queue what they release instead of cancelling it', async () => {
  const folder = path.join(root, '.github/workflows');
  const template = 'shell/tooling/generate/template/workflow.template.yml';
  const texts = await Promise.all(
    [...remoteNames().map((name) => path.join(folder, `${name}.yml`)), path.join(root, template)].map(
      (file) => readFile(file, 'utf8'),
    ),
  );
  for (const text of texts) {
    expect(text).toMatch(/^jobs:\n {2}\S+:\n {4}uses: \.\/\.github\/workflows\/remote\.yml\n/m);
  }
  for (const text of [...texts, await ownRepositoryWorkflow()]) {
    const [, group = ''] = /^concurrency:\n((?: {2}.*\n)+)/m.exec(text) ?? [];
    expect(group.replaceAll(/^ *#.*\n/gm, '')).toBe(
      '  group: ${{ github.workflow }}-${{ github.ref }}\n  queue: max\n  cancel-in-progress: false\n',
    );
    // No job has a group of its own, in which those that wait could cancel each other.
    expect(text.match(/concurrency:/g)).toHaveLength(1);
  }
  const called = await readFile(path.join(folder, 'remote.yml'), 'utf8');
  expect(called).not.toContain('concurrency:');
  expect(called).toMatch(/upload-artifact[^]*path: \.data\/test-results/);
});
