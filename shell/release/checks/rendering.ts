import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Catalogue, createCatalogue } from '../../compose/catalogue';
import { confinement } from '../../compose/prerender-site';
import { readNodeBuild } from '../../compose/node-build';
import { createReleaseCache } from '../../compose/release-cache';
import { candidateAddresses } from '../../compose/render-pages';
import { type RenderProcess, renderingFailure, startRenderer } from '../../compose/renderer';
import { exampleAddress } from '../../formats/addresses';
import type { CompleteRegistry } from '../../formats/registry';
import type { Release } from '../../formats/release';
import { inParallel } from '../../tools/in-parallel';
import { siteOrigin } from '../../server/addresses';
import { UserError } from '../../tools/user-error';
import { registeredRelease } from '../registry/next-registry';
import { startInBrowser } from './browser-start';
import type { Gate } from './surroundings';

/**
 * Renders one page of each route in a confined process, as the site builder does: of a remote with the live shell, of a shell
 * also those of the live remotes. Data comes from the API of `SITE_ORIGIN`; while that does not respond, routes are
 * rendered without their pages. Then starts the candidate once in Chromium, if that is installed.
 */
export const rendering: Gate = async (candidate, { storage, shells, coexisting }) => {
  const shell = candidate.name === 'shell' ? candidate : shells[0];
  if (!shell) return { problems: [], summary: 'not rendered: nothing is live yet' };
  const confined = tryConfinement();
  if (typeof confined === 'string') return { problems: [], summary: [], notRun: confined };

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
  const catalogue = createCatalogue(siteOrigin());
  const hasData = await isReady(catalogue);
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-rendering-'));
  try {
    const builds = createReleaseCache(storage, folder);
    const build = (release: Release) => readNodeBuild(release, builds, { storage }, confined);
    const rendered = await inParallel(candidate === shell ? [shell, ...others] : [candidate], async (app) => {
      let renderer: RenderProcess | undefined;
      try {
        renderer = await startRenderer({
          registry,
          siteOrigin: siteOrigin(),
          apiOrigin: siteOrigin(),
          catalogue,
          confinement: confined,
          shell: await build(shell),
          ...(app !== shell && { remote: await build(app) }),
        });
        return await renderRoutes(app, renderer, hasData);
      } catch (error) {
        if (!(error instanceof UserError) || catalogue.isUnavailable) throw error;
        return { problem: error.message };
      } finally {
        renderer?.stop();
      }
    });
    const pages = rendered.reduce((sum, result) => sum + (result.pages ?? 0), 0);
    const problems = rendered.flatMap(({ problem }) => problem ?? []);
    if (problems.length > 0) return { problems, summary: [] };
    const { problem, notRun } = await startInBrowser(candidate, shell, storage, folder);
    return {
      problems: problem === undefined ? [] : [`${nameOf(candidate)} fails in Chromium: ${problem}`],
      summary: [
        hasData
          ? `${pages} ${pages === 1 ? 'page is' : 'pages are'} rendered, one of each route`
          : `${pages} ${pages === 1 ? 'route is' : 'routes are'} rendered without data: no API responds at ${siteOrigin()}`,
        notRun === undefined ? 'it starts in Chromium' : `not started in Chromium: ${notRun}`,
      ],
    };
  } catch (error) {
    if (error instanceof UserError) return { problems: [], summary: [], notRun: error.message };
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

function nameOf({ name, version }: Release): string {
  return `${name}@${version}`;
}

interface Rendered {
  readonly pages?: number;
  readonly problem?: string;
}

async function renderRoutes(app: Release, renderer: RenderProcess, hasData: boolean): Promise<Rendered> {
  const addresses = hasData ? app.routes.flatMap((route) => candidateAddresses(route).slice(0, 1)) : [];
  for (const page of await renderer.trace(addresses)) {
    if (page.outcome === 'failed') throw renderingFailure(nameOf(app), page.message);
    if (page.outcome === 'page') await renderer.page(page.address);
  }
  for (const { path: route } of app.routes) await renderer.frame(exampleAddress(route));
  return { pages: app.routes.length };
}

/** @returns why the code of releases cannot be confined here. */
function tryConfinement() {
  try {
    return confinement();
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

async function isReady(catalogue: Catalogue): Promise<boolean> {
  try {
    return (await catalogue.get(`${siteOrigin()}/api/health/ready`)).status === 200;
  } catch {
    return false;
  }
}
