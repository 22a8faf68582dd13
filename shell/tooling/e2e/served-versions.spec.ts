import path from 'node:path';
import { expect, test } from '@playwright/test';
import { z } from 'zod';
import { requireJson } from '../../platform/formats/parse-json';
import { shellAddress } from '../../platform/formats/release';
import { storeFolder } from '../../platform/store/locations';
import { listedFiles } from '../../platform/store/shared-files';
import { folderStorage } from '../../platform/store/storage/folder';
import { waitUntilHydrated } from './support/hydration';
import { servedRegistry } from './support/requests';

const { JOURNEYS_VERSIONS: versions } = process.env;
/** The expected version of each app, from the release tool; without it, the registry's. */
const wanted = versions
  ? requireJson(versions, z.record(z.string(), z.string()), 'JOURNEYS_VERSIONS')
  : undefined;

test('every app runs in the expected release', async ({ page, request }) => {
  const registry = await servedRegistry(request);
  const remotes = registry.remotes.flatMap(({ name, live }) => (live ? [{ ...live, name }] : []));
  const live = Object.fromEntries([
    ['shell', registry.shell.live] as const,
    ...remotes.map(({ name, version }) => [name, version] as const),
  ]);
  expect(live).toEqual(wanted ?? live);
  const shell = await listedFiles(folderStorage(storeFolder), 'shell', registry.shell.live);
  const shellScripts = Object.keys(shell?.files ?? {}).map(
    (file) => shell && `/${shellAddress(shell, file)}`,
  );

  for (const release of remotes) {
    const { name } = release;
    await test.step(`${name}@${release.version}`, async () => {
      const open = release.routes.find(
        (route) => (route.access ?? 'anyone') === 'anyone' && !route.path.includes(':'),
      );
      await page.goto(open?.path ?? '/');
      await waitUntilHydrated(page);
      await expect(page.locator(`[data-remote="${name}"]`).first()).toHaveAttribute(
        'data-version',
        release.version,
      );
      const ran = await page.evaluate(
        ({ globalName }) => ({
          container: Reflect.has(window, globalName),
          scripts: performance
            .getEntriesByType('resource')
            .map(({ name }) => new URL(name))
            .filter(({ pathname }) => pathname.endsWith('.js'))
            .map(({ pathname }) => pathname),
        }),
        { globalName: release.globalName },
      );
      expect(ran.container).toBe(true);
      expect(ran.scripts).toContain(`/${release.entry}`);
      // Scripts of other apps must be of the expected releases as well.
      const isExpected = (script: string) =>
        shellScripts.includes(script) ||
        remotes.some((one) => {
          const folder = `/${path.posix.dirname(one.entry)}/`;
          const isListed = Object.hasOwn(one.hashes ?? {}, script.slice(folder.length));
          return script === `/${one.entry}` || (script.startsWith(folder) && isListed);
        });
      expect(ran.scripts.filter((script) => !isExpected(script))).toEqual([]);
    });
  }
});
