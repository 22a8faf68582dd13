import { expect, test } from '@playwright/test';
import type { SignedRegistry } from '../formats/registry';
import { untilAlive } from './support/alive';

/** The release of each part that this walk is about. The release tool says it; else the registry does. */
const wanted = process.env.JOURNEYS_VERSIONS
  ? (JSON.parse(process.env.JOURNEYS_VERSIONS) as Readonly<Record<string, string>>)
  : undefined;

test('every part runs in the very release that this walk is about', async ({ page, request }) => {
  const { registry } = (await (await request.get('/registry.json')).json()) as SignedRegistry;
  const live = Object.fromEntries([
    ['shell', registry.shell.live],
    ...registry.remotes.map((remote) => [remote.name, remote.live.version]),
  ]) as Readonly<Record<string, string>>;
  expect(live).toEqual(wanted ?? live);

  for (const { name, live: release } of registry.remotes) {
    await test.step(`${name}@${release.version}`, async () => {
      const open = release.routes.find(
        ({ path, access = 'anyone' }) => access === 'anyone' && !path.includes(':'),
      );
      await page.goto(open?.path ?? '/');
      await untilAlive(page);
      // What drew an area of the page writes its version there.
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
            .map(({ pathname }) => pathname.split('/').slice(1, 3).join('@')),
        }),
        { globalName: release.globalName },
      );
      expect(ran.container).toBe(true);
      expect(ran.scripts.filter((script) => script.startsWith(`${name}@`))).toContain(
        `${name}@${release.version}`,
      );
      // Whatever else came, from any part, is of this walk as well; libraries are shared by all shells.
      const known = new Set(Object.entries(live).map(([part, version]) => `${part}@${version}`));
      const foreign = ran.scripts.filter((script) => script !== 'shell@libraries' && !known.has(script));
      expect(foreign).toEqual([]);
    });
  }
});
