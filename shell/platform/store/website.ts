import { ANY_SEGMENT } from '../formats/canonical-path';
import { z } from 'zod';
import { FILE_CACHE, HIDDEN_FILES, REVALIDATED } from '../formats/host-rules';
import { requireJson } from '../formats/parse-json';
import { NOT_FOUND_PAGE, type RouteTable } from '../formats/route-table';
import { manifestObject, POINTER_OBJECT, pointerSchema, siteManifestSchema } from '../formats/site-manifest';
import { inParallel } from '../../packages/node/in-parallel';
import { UserError } from '../../packages/node/user-error';
import { headersOf, type ObjectHeaders } from './storage/headers';
import { readJson, type Storage } from './storage/storage';

/** What a website has of the site, written last, so that an interrupted copy is repeated. */
const RECORD = '_website.json';
const recordSchema = z.object({ id: z.string(), files: z.record(z.string(), z.string()) });

/** Amazon's limit of redirects. */
const MAX_RULES = 50;
const HIDDEN = new RegExp(HIDDEN_FILES);
const CACHE = FILE_CACHE.map(([path, value]) => [new RegExp(path), value] as const);

/**
 * A website's settings (Amazon S3 API, `PutBucketWebsite`), which knows only plain redirects: other letter
 * case, pages with parameters and retired remotes get the page for unknown addresses.
 * @throws UserError when there are more redirects than the storage allows.
 */
export function websiteConfiguration({ routes }: Pick<RouteTable, 'routes'>, siteOrigin: string) {
  const { protocol, host } = new URL(siteOrigin);
  const rules = routes.flatMap(({ pattern, redirect }) => {
    // A rule of the storage matches the fixed part of an address, up to the first parameter.
    const prefix = pattern.slice(1).replace(/:.*$/, '');
    // Below a list of numbered pages the browser decides, because such a rule would match new pages as well.
    if (redirect === undefined || prefix === '' || pattern.endsWith(ANY_SEGMENT)) return [];
    return [
      {
        Condition: { KeyPrefixEquals: prefix, HttpErrorCodeReturnedEquals: '404' },
        Redirect: {
          Protocol: protocol.slice(0, -1),
          HostName: host,
          ReplaceKeyWith: redirect.slice(1),
          HttpRedirectCode: '302',
        },
      },
    ];
  });
  if (rules.length > MAX_RULES) {
    throw new UserError(`The site has ${rules.length} redirects, and a website may have ${MAX_RULES}.`);
  }
  return {
    IndexDocument: { Suffix: 'index.html' },
    ErrorDocument: { Key: NOT_FOUND_PAGE.file },
    ...(rules.length > 0 && { RoutingRules: rules }),
  };
}

export function websiteHeaders(name: string): ObjectHeaders {
  const cache = CACHE.find(([expression]) => expression.test(`/${name}`))?.[1];
  return {
    'content-type': headersOf(name)['content-type'],
    'cache-control': name.endsWith('.html') ? REVALIDATED : (cache ?? REVALIDATED),
  };
}

/**
 * Copies the current site build to a website, pages last. Visitors may get old and new pages for some
 * seconds.
 * @returns the routes of the site build, and how many objects were written.
 * @throws UserError when nothing is built.
 */
export async function writeWebsite(site: Storage, website: Storage) {
  const readId = async () => {
    const stored = await readJson(site, POINTER_OBJECT, pointerSchema);
    if (!stored) throw new UserError(`Nothing is built in ${site.address}.`);
    return stored.value.id;
  };
  const readRequired = async (name: string) => {
    const stored = await site.read(name);
    if (!stored) throw new UserError(`${site.address} has no ${name}.`);
    return stored.bytes;
  };
  const id = await readId();
  const manifest = manifestObject(id);
  const { routes, files } = requireJson(await readRequired(manifest), siteManifestSchema, manifest);
  const redirects = new Set(routes.filter(({ redirect }) => redirect !== undefined).map(({ file }) => file));
  const wanted = new Map(
    Object.entries(files).flatMap(([name, object]) => {
      const key = redirects.has(name) ? undefined : keyOf(name);
      return key === undefined ? [] : [[key, object] as const];
    }),
  );
  const stored = await readJson(website, RECORD, recordSchema);
  const record = stored?.value;
  const changed = [...wanted].filter(([key, object]) => record?.files[key] !== object);
  const isPage = ([key]: readonly [string, string]) => key.endsWith('.html');
  for (const part of [changed.filter((file) => !isPage(file)), changed.filter(isPage)]) {
    await inParallel(part, async ([key, object]) => {
      const bytes = await readRequired(object);
      for (;;) {
        const before = await website.read(key);
        if (before?.bytes.equals(bytes)) return;
        // A later site build is written by another process, which must not be overwritten.
        if ((await readId()) !== id) throw new UserError('Another site build is current. Try again.');
        if (await website.replace(key, bytes, before?.tag)) return;
      }
    });
  }
  // These pages are gone from the site, and are removed.
  const gone = Object.keys(record?.files ?? {}).filter((key) => key.endsWith('.html') && !wanted.has(key));
  await inParallel(gone, (key) => website.remove(key));
  if (record?.id !== id) {
    const next = { id, files: Object.fromEntries(wanted) };
    await website.replace(RECORD, Buffer.from(JSON.stringify(next)), stored?.tag);
  }
  return { routes, written: changed.length };
}

/** `/isa-books/1` is a folder with an index. @returns `undefined` for what is not served by its name. */
function keyOf(name: string): string | undefined {
  if (name === NOT_FOUND_PAGE.file || name === 'index.html') return name;
  if (name.startsWith('_frames/')) return undefined;
  if (name.endsWith('.html')) return `${name.slice(0, -'.html'.length)}/index.html`;
  return HIDDEN.test(`/${name}`) ? undefined : name;
}
