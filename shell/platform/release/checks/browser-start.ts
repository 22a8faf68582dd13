import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { barePage } from '../../prerender/bare-page';
import { bootstrapScript, shellScripts } from '../../prerender/page-html';
import { createReleaseCache } from '../../prerender/release-cache';
import { exampleAddress } from '../../formats/addresses';
import { type Release, scriptHashes, shellAddress, storedAt } from '../../formats/release';
import { securityHeaders } from '../../server/security-headers';
import type { Storage } from '../../store/storage/storage';
import { inParallel } from '../../../packages/node/in-parallel';
import { installedFolder } from '../../../packages/node/folders';
import { runNode, toolScript } from '../../../packages/node/node';
import { registeredRelease } from '../registry/next-registry';

/** The address of the only site that the browser can reach. */
const SITE = 'https://site.test';
const CDN = 'https://cdn.test';

const outcome = z.object({
  /** Why the release does not start. */
  problem: z.string().exactOptional(),
  /** Why it is unknown whether the release starts. */
  notRun: z.string().exactOptional(),
});

/** The page that `browser-start-process.ts` opens. */
export const browserPage = z.object({
  url: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()),
  scripts: z.record(z.string(), z.string()),
  remote: z
    .object({
      name: z.string(),
      globalName: z.string(),
      /** The addresses of its scripts besides the entry. */
      chunks: z.array(z.string()),
    })
    .exactOptional(),
});

export type BrowserPage = z.infer<typeof browserPage>;

/**
 * Starts a release once in Chromium in a separate process: the shell shows a page of the candidate, and loads
 * its other scripts with their own and with other bytes, which it must refuse. The page has no network and no
 * API.
 * @param folder for copies of the scripts.
 */
export async function startInBrowser(
  candidate: Release,
  shell: Release,
  storage: Storage,
  folder: string,
): Promise<z.infer<typeof outcome>> {
  if (process.env.CHROMIUM_PATH === '') return { notRun: 'CHROMIUM_PATH is empty' };
  if (installedFolder('@playwright/test') === undefined)
    return {
      notRun:
        'this machine has no driver for a browser; check the release where the sources of the project and Chromium are',
    };
  const isShell = candidate.name === 'shell';
  // The code of a page can be evaluated, no matter who may see the page.
  const live = registeredRelease({
    ...candidate,
    routes: candidate.routes.map(({ access: _, ...route }) => route),
  });
  const [route] = candidate.routes;
  if (!route) return { notRun: 'it has no page' };
  const address = exampleAddress(route.path);
  const page: BrowserPage = {
    url: SITE + address,
    html: barePage(
      {
        registry: {
          cdn: CDN,
          registry: {
            revision: 1,
            shell: { live: shell.version },
            remotes: isShell ? [] : [{ name: candidate.name, live }],
          },
        },
        shellScripts: shellScripts(shell),
        bootstrap: bootstrapScript(shell),
        shellRoutes: shell.routes,
      },
      address,
    ).html,
    headers: securityHeaders({ scriptOrigins: [CDN] }).usual,
    scripts: Object.fromEntries(
      (
        await Promise.all(
          [shell, ...(isShell ? [] : [candidate])].map((release) => copyScripts(release, storage, folder)),
        )
      ).flat(),
    ),
    ...(!isShell && {
      remote: {
        name: candidate.name,
        globalName: candidate.globalName,
        chunks: Object.keys(scriptHashes(candidate)).map((name) => addressOf(candidate, name)),
      },
    }),
  };
  const file = path.join(folder, 'page.json');
  await writeFile(file, JSON.stringify(page));
  const task = `Starting ${candidate.name}@${candidate.version} in Chromium`;
  return outcome.parse(
    JSON.parse(
      await runNode(task, toolScript('shell/platform/release/checks/browser-start-process.ts', file)),
    ),
  );
}

/** @returns the file of each script by its address. */
async function copyScripts(release: Release, storage: Storage, folder: string) {
  const builds = createReleaseCache(storage, folder);
  const names = [release.entry, ...Object.keys(scriptHashes(release))];
  return inParallel(
    names,
    async (name) => [addressOf(release, name), await builds.file(release, name)] as const,
  );
}

function addressOf(release: Release, file: string): string {
  return release.name === 'shell'
    ? `${SITE}/${shellAddress(release, file)}`
    : `${CDN}/${storedAt(release, file)}`;
}
