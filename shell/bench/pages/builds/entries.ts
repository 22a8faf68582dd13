import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { remoteNames, root } from '../../../tools/folders';

/** Contains generated entries, because the list of remotes comes from the project's folders. */
export const entriesFolder = path.join(root, 'shell/bench/.cache');

/** @returns the entry's path. */
async function writeEntry(name: string, lines: readonly string[]): Promise<string> {
  await mkdir(entriesFolder, { recursive: true });
  const file = path.join(entriesFolder, name);
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

export function monolithEntry(app: 'start' | 'render'): Promise<string> {
  const names = remoteNames();
  const call = `start([${names.map((name) => `local(${name})`).join(', ')}]);`;
  return writeEntry(`${app}.ts`, [
    `import { local } from '../pages/apps/local';`,
    `import { start } from '../pages/apps/${app}';`,
    ...names.map((name) => `import ${name} from '../../../mfe-${name}/src/remote';`),
    app === 'render' ? `export const render = ${call}` : `void ${call}`,
  ]);
}

/** The dynamic import that Module Federation needs to resolve shared packages before they are used. */
export function naiveEntry(): Promise<string> {
  return writeEntry('naive.ts', [`void import('../pages/apps/naive');`]);
}

/** The HTML of a single-page application. */
export function emptyDocument(head: string): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#0d1420">
<title>International Surveillance Academy</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${head}
</head>
<body>
<div id="root"></div>
</body>
</html>
`;
}
