import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Remote, RemoteRoute } from '@isa/contract';
import { folderOf } from '../tools/folders';

/** The part of a remote that is data: its routes without their code, and its menu entries. */
export type RemoteDescription = Pick<Remote, 'name' | 'menu'> & {
  readonly routes: readonly Omit<RemoteRoute, 'load' | 'page'>[];
  /** What each route's page imports, by the route's path; absent where that cannot be told. */
  readonly pages: Readonly<Record<string, string>>;
};

/** Runs a part's list of routes in Node, which loads none of its pages, and keeps the data. */
async function describePart(name: string): Promise<RemoteDescription> {
  const remote = name === 'shell' ? await shellAsRemote() : await loadRemote(name);
  if (remote.name !== name) throw new Error(`mfe-${name} calls itself "${remote.name}".`);
  return {
    name,
    menu: remote.menu,
    routes: remote.routes.map(({ path, title, header, footer, access, keepsVersion, addresses }) => ({
      path,
      title,
      ...(header && { header }),
      ...(footer && { footer }),
      ...(access && { access }),
      ...(keepsVersion && { keepsVersion }),
      ...(addresses && { addresses }),
    })),
    pages: Object.fromEntries(
      remote.routes.flatMap(({ path, page }) => {
        const request = importedBy(page);
        return request ? [[path, request]] : [];
      }),
    ),
  };
}

/** Read from the function's own text: calling it would run the page's code. */
function importedBy(page: RemoteRoute['page']): string | undefined {
  return /\bimport\(\s*["']([^"']+)["']\s*\)/.exec(String(page))?.[1];
}

async function loadRemote(name: string): Promise<Remote> {
  const file = path.join(folderOf(name), 'src/remote.tsx');
  const module = (await import(pathToFileURL(file).href)) as { default: Remote | { default: Remote } };
  return 'default' in module.default ? module.default.default : module.default;
}

/** The shell's own pages have the shape of a remote's, so they are described alike. */
async function shellAsRemote(): Promise<Remote> {
  const { accountRoutes } = await import('../src/accounts/routes');
  return { name: 'shell', routes: accountRoutes, menu: [] };
}

const [name] = process.argv.slice(2);
if (!name) throw new Error('Which remote?');
void describePart(name).then((description) => process.stdout.write(JSON.stringify(description)));
