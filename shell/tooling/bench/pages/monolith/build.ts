import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build, defaultClientConditions } from 'vite';
import { packageFolder, remoteNames, root } from '../../../../packages/node/folders';

/** Contains generated files, because the list of remotes comes from the project's folders. */
const ENTRIES = path.join(root, 'shell/tooling/bench/.cache');

const PAGE = `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#0d1420">
<title>International Surveillance Academy</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script type="module" src="./start.ts"></script>
</head>
<body>
<div id="root"></div>
</body>
</html>
`;

/** Builds all pages as one application; everything that is not set here is Vite's default. */
async function buildMonolith(folder: string): Promise<void> {
  os.setPriority(10);
  const names = remoteNames();
  const entry = [
    `import { start } from '../pages/monolith/start';`,
    ...names.map((name) => `import ${name} from '../../../../mfe-${name}/src/remote';`),
    `start([${names.join(', ')}]);`,
  ];
  await mkdir(ENTRIES, { recursive: true });
  await writeFile(path.join(ENTRIES, 'start.ts'), `${entry.join('\n')}\n`);
  await writeFile(path.join(ENTRIES, 'index.html'), PAGE);
  const router = path.join(packageFolder('react-router'), 'dist/production');
  await build({
    configFile: false,
    root: ENTRIES,
    logLevel: 'error',
    cacheDir: path.join(root, '.cache/vite'),
    publicDir: false,
    resolve: {
      conditions: ['source', ...defaultClientConditions],
      // The alias is needed, because the package's export map resolves to the development files in every mode.
      alias: [
        { find: /^react-router$/, replacement: path.join(router, 'index.mjs') },
        { find: /^react-router\/dom$/, replacement: path.join(router, 'dom-export.mjs') },
      ],
    },
    oxc: {
      jsx: { runtime: 'automatic' },
      plugins: { styledComponents: { ssr: true, displayName: false, fileName: false } },
    },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  });
}

buildMonolith(process.argv[2] ?? '').catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
