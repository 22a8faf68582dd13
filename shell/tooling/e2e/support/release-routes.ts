import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Route } from '@playwright/test';
import { z } from 'zod';
import { SHARED_FOLDER } from '../../../platform/formats/release';
import { localKeys } from '../../../platform/store/keys/local-keys';
import { packedFolder } from '../../../platform/store/locations';
import { readVerifiedRelease } from '../../../platform/store/releases';
import { registeredRelease } from '../../../platform/release/registry/next-registry';
import { folderStorage } from '../../../platform/store/storage/folder';
import { inlinedRegistry, REGISTRY_ELEMENT } from '../../../platform/formats/inlined-registry';
import { requireJson } from '../../../platform/formats/parse-json';
import type { RegisteredRelease, RegisteredRemote, Registry } from '../../../platform/formats/registry';
import { signedRegistrySchema } from '../../../platform/formats/registry-schema';
import { servedRegistry } from './requests';
import { packNextReleases } from '../../testing/site/pack-next-releases';

export type RegistryEdit = (registry: Registry) => Registry;

/**
 * Packs another release of the shop without publishing it. It does not share its scripts, as if all had changed: a test can
 * stop them while those of the live release arrive.
 */
export async function packNextShop(): Promise<RegisteredRelease> {
  const { shop: version = '' } = await packNextReleases(['shop']);
  const release = await readVerifiedRelease(folderStorage(packedFolder), 'shop', version, localKeys);
  if (!release) throw new Error(`shop@${version} was not packed.`);
  const { entry, scripts, ...registered } = registeredRelease(release);
  const apart = (path: string) => path.replace(`shop/${SHARED_FOLDER}/`, `shop/${version}/`);
  return {
    ...registered,
    entry: apart(entry),
    scripts: scripts.map(({ path: shared, integrity }) => ({ path: apart(shared), integrity })),
  };
}

/** Responds with a script, as the CDN does. */
export function fulfilScript(route: Route, body: string | Buffer): Promise<void> {
  return route.fulfill({
    body,
    contentType: 'text/javascript',
    headers: { 'access-control-allow-origin': '*' },
  });
}

/** Serves a packed release of the shop on the CDN, also where a preview requests its entry. */
export async function serveRelease(
  context: BrowserContext,
  { version, entry }: RegisteredRelease,
): Promise<void> {
  const packed = path.join(packedFolder, 'shop', version);
  await context.route(`**/shop/${version}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    await fulfilScript(route, await readFile(path.join(packedFolder, pathname)));
  });
  const name = path.basename(entry);
  await context.route(`**/shop/${SHARED_FOLDER}/${name}`, async (route) =>
    fulfilScript(route, await readFile(path.join(packed, name))),
  );
}

/**
 * Serves a release of the shop on the CDN that has a valid hash and broken code.
 * @param component the basket page's component, as a method of its module.
 * @returns its entry in a registry.
 */
export async function serveBrokenShop(
  context: BrowserContext,
  component: string,
  path = '/isa-basket',
): Promise<Pick<RegisteredRelease, 'version' | 'entry' | 'globalName' | 'integrity'>> {
  const script = `var mf_shop_broken = { init() {}, get: async () => () => ({ default: {
    name: 'shop', menu: [], routes: [{ path: '${path}', title: 'Basket', page: async () => ({ ${component} }) }] } }) };`;
  await context.route('**/shop/broken/remote-entry.js', (route) => fulfilScript(route, script));
  return {
    version: 'broken',
    entry: 'shop/broken/remote-entry.js',
    globalName: 'mf_shop_broken',
    integrity: `sha384-${createHash('sha384').update(script).digest('base64')}`,
  };
}

/** Changes the shop's entry in a registry. */
export function changeShop(
  change: (shop: RegisteredRemote & { readonly live: RegisteredRelease }) => RegisteredRemote,
): RegistryEdit {
  return (registry) => ({
    ...registry,
    remotes: registry.remotes.map(({ live, ...remote }) =>
      live && remote.name === 'shop' ? change({ ...remote, live }) : { ...remote, ...(live && { live }) },
    ),
  });
}

/** The registry in a page, as far as it is reused. */
const inlinedSchema = z.object({
  cdn: z.string(),
  previewOrigin: z.string().exactOptional(),
  registry: z.object({
    remotes: z.array(
      z.object({ name: z.string(), live: z.object({ entry: z.string().optional() }).optional() }),
    ),
  }),
});

const ELEMENT = new RegExp(
  `(<script type="application/json" id="${REGISTRY_ELEMENT}">)(.*?)(</script>)`,
  's',
);

/**
 * Ends the routes of a test, because a page may still request a registry when its test ends, whose response is
 * then gone.
 */
export async function endRoutes({ context }: { readonly context: BrowserContext }): Promise<void> {
  await context.unrouteAll({ behavior: 'ignoreErrors' });
}

/** Changes the registry in documents and on the site, as another site build would. */
export async function prerenderWith(context: BrowserContext, change: RegistryEdit): Promise<void> {
  await changeServedRegistry(context, change, 0);
  await context.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    // The request goes past the context's routes.
    const registry = await servedRegistry(context.request);
    const body = (await response.text()).replace(ELEMENT, (_, open: string, json: string, close: string) => {
      const page = inlinedSchema.parse(JSON.parse(json));
      const rendering = page.registry.remotes.filter(({ live }) => live?.entry).map(({ name }) => name);
      const inlined = inlinedRegistry({ ...page, registry: change(registry) }, (name) =>
        rendering.includes(name),
      );
      return open + JSON.stringify(inlined).replaceAll('<', '\\u003c') + close;
    });
    return route.fulfill({ response, body });
  });
}

/** Changes the registry that the site serves. @param by is added to the revision. */
export async function changeServedRegistry(
  context: BrowserContext,
  change: RegistryEdit,
  by = 1,
): Promise<void> {
  await context.route('**/registry.json', async (route) => {
    const response = await route.fetch();
    const signed = requireJson(await response.text(), signedRegistrySchema, 'registry.json');
    const registry = { ...change(signed.registry), revision: signed.registry.revision + by };
    await route.fulfill({ response, json: { ...signed, registry } });
  });
}
