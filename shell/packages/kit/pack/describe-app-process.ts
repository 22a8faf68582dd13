import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Remote } from '@isa/contract';
import { z } from 'zod';
import { folderOf, packageFolder, readPackage } from '../../node/folders';
import { type AppDescription, appDescription } from './describe-app';

async function describe(app: string): Promise<AppDescription> {
  const remote = await loadRemote(app);
  if (remote.name !== app) throw new Error(`The name in src/remote.tsx of ${app} is "${remote.name}".`);
  const pages = remote.routes.flatMap(({ path: route, page }): [string, string][] => {
    // The function's source text is read, because a call would run the page's code.
    const imported = /\bimport\(\s*["']([^"']+)["']\s*\)/.exec(String(page))?.[1];
    return imported ? [[route, imported]] : [];
  });
  return appDescription.parse({ ...remote, pages: Object.fromEntries(pages), calls: await usedCalls(app) });
}

const contractManifest = z.object({
  exports: z.object({ './schemas': z.object({ source: z.string() }) }),
});

async function usedCalls(app: string): Promise<AppDescription['calls']> {
  const contract = packageFolder('@isa/api-contract');
  const entry = path.join(contract, readPackage(contract, contractManifest).exports['./schemas'].source);
  // The cast is needed, because a dynamic path has no type: a remote in its own repository has a version of its
  // own.
  const { describeCalls } = (await import(pathToFileURL(entry).href)) as {
    describeCalls(): AppDescription['calls'];
  };
  // Hooks of the contract run in the shell.
  const packages = [folderOf(app), ...(app === 'shell' ? [packageFolder('@isa/contract')] : [])];
  const texts = (await Promise.all(packages.map((folder) => readSources(path.join(folder, 'src'))))).flat();
  const names = new Set(
    texts.flatMap((text) => [...text.matchAll(/\bcalls\.(\w+)/g)].map(([, name]) => name)),
  );
  return Object.fromEntries(Object.entries(describeCalls()).filter(([name]) => names.has(name)));
}

/** The texts of a folder's sources, without those that visitors never run. */
async function readSources(folder: string): Promise<readonly string[]> {
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) =>
      /(?<!\.(?:test|stories))\.tsx?$/.test(file) && !/^standalone\.tsx$|(?:^|[\\/])testing[\\/]/.test(file),
  );
  return Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
}

async function loadRemote(app: string): Promise<Remote> {
  if (app === 'shell') {
    return { name: app, routes: (await import('../../../src/accounts/routes')).accountRoutes, menu: [] };
  }
  const file = path.join(folderOf(app), 'src/remote.tsx');
  // A dynamic path has no type. `remote.tsx` exports a `Remote` by default, and CommonJS interoperability may wrap it.
  const module = (await import(pathToFileURL(file).href)) as { default: Remote | { default: Remote } };
  return 'default' in module.default ? module.default.default : module.default;
}

const [app = ''] = process.argv.slice(2);
void describe(app).then((description) => process.stdout.write(JSON.stringify(description)));
