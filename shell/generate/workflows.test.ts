import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../tools/folders';

/** The lines of all workflows and of the template, with their files. */
async function workflowLines(): Promise<{ readonly file: string; readonly line: string }[]> {
  const folder = path.join(root, '.github/workflows');
  const files = (await readdir(folder)).map((name) => path.join(folder, name));
  files.push(path.join(root, 'shell/generate/template/workflow.template.yml'));
  const texts = await Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })));
  return texts.flatMap(({ file, text }) => text.split('\n').map((line) => ({ file, line })));
}

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
