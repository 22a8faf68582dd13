import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { remoteNames, root } from '../tools/folders';

const documents = ['README.md', ...markdownIn('shell/docs')];
const sources = ['shell', 'api', 'mfe-shop', 'mfe-learning', 'mfe-marketing'].flatMap(filesIn);

test.each(documents)('%s names only files that exist', (document) => {
  const text = readFileSync(path.join(root, document), 'utf8');
  const names = [...text.matchAll(/`((?:[\w.-]+\/)*[\w-]+(?:\.(?:test|spec))?\.(?:ts|tsx|mjs|conf))`/g)];
  const missing = names
    .flatMap(([, name]) => name ?? [])
    .filter((name) => !sources.some((file) => file === name || file.endsWith(`/${name}`)));
  expect(missing).toEqual([]);
});

test.each(documents)('the links of %s lead to files that exist', (document) => {
  const text = readFileSync(path.join(root, document), 'utf8');
  const targets = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].flatMap(([, target]) => target ?? []);
  const missing = targets.filter((target) => !existsSync(path.join(root, path.dirname(document), target)));
  expect(missing).toEqual([]);
});

test.each(remoteNames())('%s has an owner and a row with its budgets', (remote) => {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const [, owner] = new RegExp(`^/mfe-${remote}/ (@isa/\\S+)$`, 'm').exec(read('.github/CODEOWNERS')) ?? [];
  const budget = z.object({ start: z.number(), all: z.number() });
  const { sizes } = z
    .object({ isa: z.object({ sizes: budget }) })
    .parse(JSON.parse(read(`mfe-${remote}/package.json`))).isa;
  const { start, all } = sizes;
  const rows = read('shell/docs/contributing.md').split('\n');
  const cells = rows.find((row) => row.startsWith(`| [${remote}]`))?.split(/ *\| */);
  expect([cells?.[2], cells?.[4], cells?.[5]]).toEqual([`\`${owner}\``, `${start} bytes`, `${all} bytes`]);
});

function markdownIn(folder: string): readonly string[] {
  return filesIn(folder).filter((file) => file.endsWith('.md'));
}

/** Paths below the project, without installed packages and builds. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isFile()) return file;
    return entry.isDirectory() && !['node_modules', 'dist', '.data'].includes(entry.name)
      ? filesIn(file)
      : [];
  });
}
