import { createCatalogue } from '../../prerender/catalogue';
import { readNodeBuild } from '../../prerender/node-build';
import { createReleaseCache } from '../../prerender/release-cache';
import { candidateAddresses } from '../../prerender/render-pages';
import { type RenderProcess, renderingFailure, startRenderer } from '../../prerender/renderer';
import { exampleAddress, routeOwner } from '../../formats/addresses';
import type { CompleteRegistry } from '../../formats/registry';
import { type Release, releaseName } from '../../formats/release';
import { isReserved } from '../../formats/reserved-paths';
import { inTemporaryFolder } from '../../../packages/node/files';
import { inParallel } from '../../../packages/node/in-parallel';
import { siteOrigin } from '../../server/addresses';
import { UserError } from '../../../packages/node/user-error';
import { linksInPages, pathnameOf } from '../registry/links';
import { registeredRelease } from '../registry/next-registry';
import { startInBrowser } from './browser-start';
import type { Gate } from './surroundings';

/**
 * Renders a release's pages in a confined process: of a remote with the live shell; of a shell also one of
 * each route of the live remotes. Their links must lead to live pages. Data comes from the API of
 * `SITE_ORIGIN`; without it, routes are rendered without their pages. Then starts the candidate once in
 * Chromium, if that is installed.
 */
export const rendering: Gate = async (candidate, { storage, shells, coexisting }) => {
  const shell = candidate.name === 'shell' ? candidate : shells[0];
  if (!shell) return { problems: [], summary: 'not rendered: nothing is live yet' };
  const others = coexisting.filter(
    ({ name }, index) =>
      name !== candidate.name && coexisting.findIndex((one) => one.name === name) === index,
  );
  const remotes = candidate === shell ? others : [candidate, ...others];
  const registry: CompleteRegistry = {
    cdn: siteOrigin(),
    registry: {
      revision: 1,
      shell: { live: shell.version },
      remotes: remotes.map((remote) => ({ name: remote.name, live: registeredRelease(remote) })),
    },
  };
  const render = async (folder: string) => {
    const catalogue = createCatalogue(siteOrigin());
    const hasData = await catalogue.get(`${siteOrigin()}/api/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
    const builds = createReleaseCache(storage, folder);
    const build = (release: Release) => readNodeBuild(release, builds, { storage });
    const rendered = await inParallel(candidate === shell ? [shell, ...others] : [candidate], async (app) => {
      let renderer: RenderProcess | undefined;
      try {
        renderer = await startRenderer({
          registry,
          siteOrigin: siteOrigin(),
          apiOrigin: siteOrigin(),
          catalogue,
          shell: await build(shell),
          ...(app !== shell && { remote: await build(app) }),
        });
        return await renderRoutes(app, renderer, hasData, app === candidate);
      } catch (error) {
        await catalogue.settle();
        if (!(error instanceof UserError) || catalogue.failures.size > 0) throw error;
        return { routes: 0, pages: new Map<string, string>(), problem: error.message };
      } finally {
        renderer?.stop();
      }
    });
    const routes = rendered.reduce((sum, result) => sum + result.routes, 0);
    const pages = new Map(rendered.flatMap((result) => [...result.pages]));
    const isDead = (target: string) =>
      !routeOwner(registry.registry, shell.routes, pathnameOf(target)) && !isReserved(pathnameOf(target));
    const deadLinks = linksInPages(
      pages,
      registry.registry,
      shell,
      (author) => author === candidate.name,
      isDead,
    );
    const problems = [
      ...rendered.flatMap((result) => ('problem' in result ? [result.problem] : [])),
      ...deadLinks.map((link) => `${link}, which no app serves`),
    ];
    if (problems.length > 0) return { problems, summary: [] };
    const { problem, notRun } = await startInBrowser(candidate, shell, storage, folder);
    return {
      problems: problem === undefined ? [] : [`${releaseName(candidate)} fails in Chromium: ${problem}`],
      summary: [
        `${routes} ${routes === 1 ? 'route is' : 'routes are'} rendered`,
        hasData
          ? `${pages.size} ${pages.size === 1 ? 'page is' : 'pages are'} rendered; all links of ${candidate.name} lead to pages`
          : `no pages are rendered: no API responds at ${siteOrigin()}`,
        notRun === undefined ? 'it starts in Chromium' : `not started in Chromium: ${notRun}`,
      ],
    };
  };
  return inTemporaryFolder('isa-rendering-', render).catch((error: unknown) => {
    if (error instanceof UserError) return { problems: [], summary: [], notRun: error.message };
    throw error;
  });
};

/** @param all renders every listed page, otherwise one of each route. @returns also address → HTML. */
async function renderRoutes(app: Release, renderer: RenderProcess, hasData: boolean, all: boolean) {
  const addresses = app.routes.flatMap((route) => candidateAddresses(route).slice(0, all ? undefined : 1));
  const pages = new Map<string, string>();
  for (const page of await renderer.trace(hasData ? addresses : [])) {
    if (page.outcome === 'failed') throw renderingFailure(releaseName(app), page.message);
    if (page.outcome === 'page') pages.set(page.address, (await renderer.page(page.address)).body);
  }
  for (const { path: route } of app.routes) await renderer.frame(exampleAddress(route));
  return { routes: app.routes.length, pages };
}
