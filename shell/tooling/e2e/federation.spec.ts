import { expect, test } from '@playwright/test';
import { remoteNames } from '../../packages/node/folders';
import { z } from 'zod';
import { releaseSchema } from '../../platform/formats/release-schema';
import { integrityOf } from '../../platform/formats/integrity-of';
import { waitUntilHydrated } from './support/hydration';
import { banner, heading } from './support/page';
import { servedRegistry } from './support/requests';
import { ports } from './support/site';

const CDN = `http://localhost:${ports.cdn}`;
const SHARED = [
  '@isa/contract',
  '@isa/contract/router',
  '@isa/ui',
  'react',
  'react-dom',
  'react/jsx-runtime',
  'styled-components',
];

const manifestSchema = z.object({
  name: z.string(),
  metaData: z.object({
    buildInfo: z.object({ buildName: z.string(), buildVersion: z.string() }),
    remoteEntry: z.object({ name: z.string(), path: z.string() }),
    globalName: z.string(),
  }),
  shared: z.array(z.object({ name: z.string(), version: z.string(), singleton: z.literal(true) })),
  remotes: z.array(z.unknown()).length(0),
  exposes: z.array(
    z.object({ path: z.string(), assets: z.object({ js: z.object({ sync: z.array(z.string()) }) }) }),
  ),
});

const shareSchema = z.object({ from: z.string(), useIn: z.array(z.string()) });
/** What Module Federation's developer tools read of a page. */
const federationSchema = z.object({
  __INSTANCES__: z.array(
    z.object({
      options: z.object({
        name: z.string(),
        version: z.string(),
        remotes: z.array(z.object({ name: z.string(), version: z.string(), entry: z.string() })),
      }),
    }),
  ),
  /** By instance, scope, package and version. */
  __SHARE__: z.record(
    z.string(),
    z.object({ default: z.record(z.string(), z.record(z.string(), shareSchema)) }),
  ),
  moduleInfo: z.unknown(),
});

/** The text of the object without its functions and circular references. */
const READ_FEDERATION = `(({ __INSTANCES__, __SHARE__, moduleInfo }) => JSON.stringify({
  __INSTANCES__: __INSTANCES__.map(({ options: { name, version, remotes } }) => ({ options: { name, version, remotes } })),
  __SHARE__,
  moduleInfo,
}))(window.__FEDERATION__)`;

const byName = (one: { readonly name: string }, other: { readonly name: string }) =>
  one.name.localeCompare(other.name);

test('each release has a manifest of Module Federation that its signed hashes cover', async ({ request }) => {
  const { shell, remotes } = await servedRegistry(request);
  const live = remotes.flatMap(({ name, live: release }) => (release ? [{ name, ...release }] : []));
  expect(live.map(({ name }) => name).sort()).toEqual([...remoteNames()].sort());
  for (const { name, version } of [{ name: 'shell', version: shell.live }, ...live]) {
    const read = async (file: string) => (await request.get(`${CDN}/${name}/${version}/${file}`)).body();
    const bytes = await read('mf-manifest.json');
    const { release } = z
      .object({ release: releaseSchema })
      .parse(JSON.parse(String(await read('release.json'))));
    expect(release.files['mf-manifest.json']?.integrity).toBe(integrityOf(bytes));
    const manifest = manifestSchema.parse(JSON.parse(String(bytes)));
    expect(manifest.metaData.buildInfo).toEqual({ buildName: name, buildVersion: version });
    expect(manifest.shared.map((one) => one.name).sort()).toEqual(SHARED);
    if (name === 'shell') continue;
    expect(manifest.metaData).toMatchObject({
      globalName: release.globalName,
      remoteEntry: { name: release.entry, path: '../files' },
    });
    expect(integrityOf(await read(`../files/${release.entry}`))).toBe(
      release.files[release.entry]?.integrity,
    );
    expect(manifest.exposes).toMatchObject([{ path: './remote' }]);
    for (const script of manifest.exposes[0]?.assets.js.sync ?? [])
      expect(release.files).toHaveProperty([script]);
  }
});

test('window.__FEDERATION__ describes what the page has loaded', async ({ page }) => {
  const { shell, remotes } = await servedRegistry(page.request);
  const described = remotes.flatMap(({ name, live }) =>
    live && name !== 'learning'
      ? [{ name: live.globalName, version: live.version, entry: `${CDN}/${live.entry}` }]
      : [],
  );
  await page.goto('/isa-services');
  await waitUntilHydrated(page);
  await banner(page).getByRole('navigation').getByRole('link', { name: 'Books' }).click();
  await expect(heading(page)).toHaveText(/Books/);
  const { __INSTANCES__, __SHARE__, moduleInfo } = federationSchema.parse(
    JSON.parse(String(await page.evaluate(READ_FEDERATION))),
  );
  const loaded = [...described].sort(byName);
  const instances = __INSTANCES__.map(({ options }) => options).sort(byName);
  expect(instances).toEqual([
    ...loaded.map(({ name, version }) => ({ name, version, remotes: [] })),
    { name: 'shell', version: shell.live, remotes: expect.any(Array) },
  ]);
  expect(instances.at(-1)?.remotes.sort(byName)).toEqual(loaded);
  // One version of each package, from the shell, in one scope for all.
  for (const { default: packages } of Object.values(__SHARE__)) {
    expect(Object.keys(packages).sort()).toEqual(SHARED);
    const provided = Object.values(packages).flatMap((versions) => Object.values(versions));
    expect(provided.map(({ from }) => from)).toEqual(SHARED.map(() => 'shell'));
    expect(Object.values(packages.react ?? {}).map(({ useIn }) => [...useIn].sort())).toEqual([
      loaded.map(({ name }) => name),
    ]);
  }
  expect(moduleInfo).toEqual({
    shell: {
      version: shell.live,
      remoteEntry: '',
      remotesInfo: Object.fromEntries(loaded.map(({ name, version }) => [name, { matchedVersion: version }])),
    },
    ...Object.fromEntries(
      loaded.map(({ name, version, entry }) => [
        `${name}:${version}`,
        { version, globalName: name, remoteEntry: entry },
      ]),
    ),
  });
});
