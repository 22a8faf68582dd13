import { matchesPattern, routeOwner } from '../../formats/addresses';
import type { Registry } from '../../formats/registry';
import type { Release } from '../../formats/release';
import { isReserved } from '../../formats/reserved-paths';
import { inParallel } from '../../../packages/node/in-parallel';
import { messageOf, UserError } from '../../../packages/node/user-error';

/** Reads the site's public pages. @returns address → HTML. @throws UserError */
export type ReadPages = () => Promise<ReadonlyMap<string, string>>;

const TIMEOUT_MS = 10_000;

export function sitePagesReader(siteOrigin: string): ReadPages {
  const read = async (address: string) => {
    const response = await fetch(siteOrigin + address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`It responds with status ${response.status} to ${address}.`);
    return response.text();
  };
  return async () => {
    try {
      const pages = new Map<string, string>();
      const locations = (await read('/sitemap.xml')).matchAll(/<loc>(.*?)<\/loc>/g);
      const addresses = [...locations].map(([, location = '']) => new URL(location).pathname);
      await inParallel(addresses, async (address) => void pages.set(address, await read(address)));
      return pages;
    } catch (error) {
      throw new UserError(
        `The pages of ${siteOrigin} could not be searched for links: ${messageOf(error)} Add --force to do without.`,
      );
    }
  };
}

/** The links of other apps to a remote's pages, as phrases. @param pages address → HTML. */
export function linksTo(
  remote: string,
  registry: Registry,
  shell: Release,
  pages: ReadonlyMap<string, string>,
): readonly string[] {
  const retiring = registry.remotes.find(({ name }) => name === remote);
  const others = registry.remotes.filter(({ name }) => name !== remote);
  const menuOf = ({ live, canary }: Registry['remotes'][number]) =>
    flatMenu([...(live?.menu ?? []), ...(canary?.release.menu ?? [])]);
  const isOwn = (address: string) =>
    retiring?.live?.routes.some(({ path }) => matchesPattern(path, pathnameOf(address))) ?? false;
  // The entries of the remote's own menu disappear with it.
  const ownMenu = new Set(retiring ? menuOf(retiring).map(({ path }) => path) : []);

  const links = others.flatMap((other) =>
    menuOf(other)
      .filter(({ path }) => isOwn(path))
      .map(({ label, path }) => `the menu entry ${label} of ${other.name} links to ${path}`),
  );
  const isLeft = (target: string) => isOwn(target) && !ownMenu.has(target);
  const isOther = (author: string) => author !== remote;
  return [...new Set([...links, ...linksInPages(pages, registry, shell, isOther, isLeft)])].sort();
}

/**
 * The links that lead to some addresses, as phrases. Header and footer are the shell's.
 * @param pages address → HTML.
 * @param isAuthor whether the links of an app count.
 */
export function linksInPages(
  pages: ReadonlyMap<string, string>,
  registry: Registry,
  { routes }: Pick<Release, 'routes'>,
  isAuthor: (app: string) => boolean,
  isWanted: (target: string) => boolean,
): readonly string[] {
  const links = [...pages].flatMap(([address, html]) => {
    const owner = routeOwner(registry, routes, address) ?? 'no app';
    const [before = '', rest = ''] = html.split('<main', 2);
    const [main = '', after = ''] = rest.split('</main>', 2);
    const outside = isAuthor('shell') ? hrefs(before + after) : [];
    const inside = isAuthor(owner) ? hrefs(main) : [];
    return [
      ...outside.filter(isWanted).map((target) => `header or footer links to ${target}`),
      ...inside.filter(isWanted).map((target) => `${address} of ${owner} links to ${target}`),
    ];
  });
  return [...new Set(links)].sort();
}

/** The links of apps to addresses of the site that no app serves, as phrases. @param pages address → HTML. */
export function deadLinks(
  authors: readonly string[],
  pages: ReadonlyMap<string, string>,
  registry: Registry,
  shell: Pick<Release, 'routes'>,
): readonly string[] {
  const isDead = (target: string) => {
    const address = pathnameOf(target);
    return !routeOwner(registry, shell.routes, address) && !isReserved(address);
  };
  return linksInPages(pages, registry, shell, (app) => authors.includes(app), isDead);
}

function hrefs(html: string): readonly string[] {
  // One expression for the whole page would take quadratic time on hostile HTML.
  return html.split('<a').flatMap((part) => /^\s[^>]*?href="(\/(?!\/)[^"]*)"/.exec(part)?.[1] ?? []);
}

/** The entries of a menu with those below them. */
export function flatMenu(menu: Release['menu']) {
  return menu.flatMap((entry) => [entry, ...(entry.children ?? [])]);
}

/** An address without its query and fragment. */
export function pathnameOf(address: string): string {
  return address.replace(/[?#].*$/, '');
}
