import { matchesPattern, routeOwner } from '../../formats/addresses';
import type { Registry } from '../../formats/registry';
import type { Release } from '../../formats/release';
import { inParallel } from '../../tools/in-parallel';
import { UserError } from '../../tools/user-error';

/** Reads the site's public pages. @returns address → HTML. @throws UserError */
export type ReadPages = () => Promise<ReadonlyMap<string, string>>;

const TIMEOUT_MS = 10_000;

/** Reads the pages of the site map. */
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
        `The pages of ${siteOrigin} could not be searched for links: ${error instanceof Error ? error.message : String(error)} Add --force to do without.`,
      );
    }
  };
}

/**
 * The links of other apps to a remote's pages, as phrases: in menus, and in the site's public pages.
 * @param pages address → HTML.
 */
export function linksTo(
  remote: string,
  registry: Registry,
  shell: Release,
  pages: ReadonlyMap<string, string>,
): readonly string[] {
  const retiring = registry.remotes.find(({ name }) => name === remote);
  const others = registry.remotes.filter(({ name }) => name !== remote);
  const menuOf = ({ live, canary }: Registry['remotes'][number]) =>
    [...(live?.menu ?? []), ...(canary?.release.menu ?? [])].flatMap((entry) => [
      entry,
      ...(entry.children ?? []),
    ]);
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
  return [...new Set([...links, ...linksInPages(pages, registry, shell, remote, isLeft)])].sort();
}

/**
 * The links of the site's public pages that lead to some addresses, as phrases. The app's own pages do not count.
 * @param pages address → HTML.
 */
export function linksInPages(
  pages: ReadonlyMap<string, string>,
  registry: Registry,
  shell: Release,
  app: string,
  isWanted: (target: string) => boolean,
): readonly string[] {
  const links = [...pages].flatMap(([address, html]) => {
    const owner = routeOwner(registry, shell.routes, address);
    if (owner === app) return [];
    const [before = '', rest = ''] = html.split('<main', 2);
    const [main = '', after = ''] = rest.split('</main>', 2);
    return [
      ...hrefs(before + after)
        .filter(isWanted)
        .map((target) => `header or footer links to ${target}`),
      ...hrefs(main)
        .filter(isWanted)
        .map((target) => `${address} of ${owner ?? 'no app'} links to ${target}`),
    ];
  });
  return [...new Set(links)].sort();
}

function hrefs(html: string): readonly string[] {
  return [...html.matchAll(/<a\s[^>]*?href="(\/[^"]*)"/g)].map(([, target = '']) => target);
}

function pathnameOf(address: string): string {
  return address.replace(/[?#].*$/, '');
}
