import { createHash, generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { ownKeys, REGISTRY } from '../../store/keys/keys';
import { signText } from '../../store/keys/signature';
import { packedFolder } from '../../tools/locations';
import { readVerifiedRelease } from '../../store/release-file';
import { registeredRelease } from '../../release/registry/next-registry';
import { folderStorage } from '../../store/storage/folder';
import { type InlinedRegistry, inlinedRegistry, REGISTRY_ELEMENT } from '../../formats/inlined-registry';
import type { RegisteredRelease, RegisteredRemote, Registry, SignedRegistry } from '../../formats/registry';
import { packNext } from './pack-next';

export type Change = (registry: Registry) => Registry;

/** Another release of the shop, packed and never published. */
export async function packNextShop(): Promise<RegisteredRelease> {
  const { shop: version = '' } = await packNext(['shop']);
  const release = await readVerifiedRelease(folderStorage(packedFolder), 'shop', version, ownKeys);
  if (!release) throw new Error(`shop@${version} was not packed.`);
  return registeredRelease(release);
}

/** Lets the CDN have a release that was packed and never published. */
export async function serveRelease(context: BrowserContext, { version }: RegisteredRelease): Promise<void> {
  await context.route(`**/shop/${version}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({
      body: await readFile(path.join(packedFolder, pathname)),
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
    });
  });
}

/**
 * Lets the CDN have a release of the shop that is genuine by its hash and broken by its code.
 * @param component the basket page's component, as a method of its module.
 * @returns how the registry would name it.
 */
export async function serveBrokenShop(
  context: BrowserContext,
  component: string,
): Promise<Pick<RegisteredRelease, 'version' | 'entry' | 'globalName' | 'integrity'>> {
  const script = `var mf_shop_broken = { init() {}, get: async () => () => ({ default: {
    name: 'shop', menu: [], routes: [{ path: '/isa-basket', title: 'Basket', page: async () => ({ ${component} }) }] } }) };`;
  await context.route('**/shop/broken/remote-entry.js', (route) =>
    route.fulfill({
      body: script,
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  return {
    version: 'broken',
    entry: 'shop/broken/remote-entry.js',
    globalName: 'mf_shop_broken',
    integrity: `sha384-${createHash('sha384').update(script).digest('base64')}`,
  };
}

/** Changes the shop's part of a registry. */
export function withShop(change: (shop: RegisteredRemote) => RegisteredRemote): Change {
  return (registry) => ({
    ...registry,
    remotes: registry.remotes.map((remote) => (remote.name === 'shop' ? change(remote) : remote)),
  });
}

const ELEMENT = new RegExp(
  `(<script type="application/json" id="${REGISTRY_ELEMENT}">)(.*?)(</script>)`,
  's',
);

/** Lets documents and the site's registry be others, as those of another composition would be. */
export async function composeWith(context: BrowserContext, change: Change): Promise<void> {
  await moveRegistry(context, change, { by: 0 });
  await context.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    // The test's own request, which is not answered by another one's route.
    const site = await context.request.get(new URL('/registry.json', response.url()).href);
    const { registry } = (await site.json()) as SignedRegistry;
    const body = (await response.text()).replace(ELEMENT, (_, open: string, json: string, close: string) => {
      const page = JSON.parse(json) as InlinedRegistry;
      const drawing = page.registry.remotes.filter(({ live }) => 'entry' in live).map(({ name }) => name);
      const inlined = inlinedRegistry({ ...page, registry: change(registry) }, (name) =>
        drawing.includes(name),
      );
      return open + JSON.stringify(inlined).replaceAll('<', '\\u003c') + close;
    });
    return route.fulfill({ response, body });
  });
}

interface MovedRegistry {
  /** By how much the revision grows; by one unless said otherwise. */
  readonly by?: number;
  /** Signed by somebody who is not of the house. */
  readonly forged?: boolean;
}

/** Moves the registry that the site hands out, signed with the operators' key. */
export async function moveRegistry(
  context: BrowserContext,
  change: Change,
  { by = 1, forged = false }: MovedRegistry = {},
): Promise<void> {
  const key = forged ? generateKeyPairSync('ed25519').privateKey : await ownKeys.privateKey(REGISTRY);
  await context.route('**/registry.json', async (route) => {
    const response = await route.fetch();
    const signed = (await response.json()) as SignedRegistry;
    const registry = { ...change(signed.registry), revision: signed.registry.revision + by };
    const { signature } = signText(JSON.stringify(registry), key);
    await route.fulfill({ response, json: { registry, signature, key: signed.key } });
  });
}
