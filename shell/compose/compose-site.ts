import { createHash } from 'node:crypto';
import path from 'node:path';
import { REGISTRY_FILE, readVerifiedRegistry } from '../store/registry-log';
import { robots, siteMap } from './search-engines';
import { ownStorage } from '../store/storage/own';
import { drawPages } from './draw-pages';
import { createFragments } from './fragments';
import {
  answersAreSame,
  composerRevision,
  hashOfAnswer,
  MADE_FROM_FILE,
  type MadeFrom,
  readMadeFrom,
} from './freshness';
import { createLocalFiles, type LocalFiles, NODE_BUILD } from './local-files';
import { type InService, readInService, type ReleaseSource } from './releases';
import { startRenderer } from './renderer';
import { LIBRARIES_ADDRESS, librariesOf } from '../formats/page-scripts';
import { type SiteFile, siteFolderAt } from '../store/site-folder';
import { TABLE_FILE } from '../formats/route-table';

export interface ComposeOptions extends ReleaseSource {
  /** Gets `compositions/<id>/` and `current`. */
  readonly siteFolder: string;
  /** Where visitors' browsers find the store, without a slash at the end. */
  readonly cdnOrigin: string;
  /** Scheme and host under which visitors know the site. */
  readonly siteOrigin: string;
  /** Where the catalogue is asked for. */
  readonly apiOrigin: string;
}

export interface Composed {
  readonly id: string;
  readonly revision: number;
  /** HTML files, frames among them. */
  readonly pages: number;
  /** How many of them had to be drawn; the others were drawn before from the same releases and data. */
  readonly drawn: number;
  readonly milliseconds: number;
  /** `false` when what is served was made from the very same. */
  readonly changed: boolean;
}

/**
 * Turns the registry in force and the API's catalogue into a complete static site, and leads visitors to it at once:
 * all pages or none. Nothing is done when neither has changed.
 * @throws UserError when a release is not whole, the API is away or a page cannot be drawn; what is served stays.
 */
export async function composeSite(options: ComposeOptions): Promise<Composed> {
  const started = performance.now();
  const askedAt = Date.now();
  const { siteFolder, cdnOrigin, siteOrigin, apiOrigin, storage = ownStorage(), keys } = options;
  const source: ReleaseSource = { storage, ...(keys && { keys }) };
  const site = siteFolderAt(siteFolder);
  const before = await site.currentId();
  const inService = await readInService(cdnOrigin, source);
  const { revision } = inService.signed.registry;
  const composer = await composerRevision();

  const made = before === undefined ? undefined : await readMadeFrom(path.join(site.compositions, before));
  if (
    before !== undefined &&
    made &&
    made.composer === composer &&
    isMadeFrom(made, inService, options) &&
    (await answersAreSame(made, apiOrigin))
  ) {
    return {
      id: before,
      revision,
      pages: made.pages,
      drawn: 0,
      milliseconds: since(started),
      changed: false,
    };
  }

  const cache = path.join(siteFolder, 'cache');
  const local = createLocalFiles(storage, path.join(cache, 'releases'));
  const fragments = createFragments(path.join(cache, 'fragments'));
  const [shell, ...remotes] = await Promise.all(
    [inService.shell, ...inService.remotes].map((release) => local.file(release, NODE_BUILD)),
  );
  const renderer = await startRenderer({
    registry: inService.page,
    siteOrigin,
    apiOrigin,
    shell: shell ?? '',
    remotes: inService.remotes.map(({ name }, index) => ({ name, file: remotes[index] ?? '' })),
  });
  try {
    const drawn = await drawPages(inService, renderer, fragments, siteOrigin);
    const answers = await renderer.answers();
    const files = new Map<string, SiteFile>([
      ...(await shellFiles(inService, local)),
      ...[...drawn.files].map(([name, html]): [string, SiteFile] => [name, { text: html }]),
      text('robots.txt', robots(siteOrigin)),
      text('sitemap.xml', siteMap(drawn.publicAddresses, siteOrigin)),
      text(REGISTRY_FILE, JSON.stringify(inService.signed)),
      text(TABLE_FILE, JSON.stringify(drawn.table, null, 2)),
      text(
        MADE_FROM_FILE,
        JSON.stringify({ ...madeFrom(inService, options, answers, drawn.files.size), composer }, null, 2),
      ),
    ]);
    const id = idOf(revision, files);
    await site.write(id, files, before);
    const swap = await site.use(id, {
      askedAt,
      isInForce: async () => (await readVerifiedRegistry(storage, keys)).registry.revision === revision,
    });
    // Whoever has moved the registry, or brought newer data, in the meantime has not waited for these pages.
    if (swap !== 'used') return await composeSite(options);
    await Promise.all([site.sweep(), fragments.sweep()]);
    return {
      id,
      revision,
      pages: drawn.files.size,
      drawn: fragments.drawn,
      milliseconds: since(started),
      changed: id !== before,
    };
  } finally {
    renderer.stop();
  }
}

/** What was done, in a sentence. */
export function inWords({ revision, pages, drawn, milliseconds, changed }: Composed): string {
  const site = `registry ${revision}, ${pages} pages`;
  return changed ? `${site}, ${drawn} rendered again, ${milliseconds} ms` : `${site}, nothing has changed`;
}

function isMadeFrom(
  made: MadeFrom,
  { signed }: InService,
  { siteOrigin, cdnOrigin }: ComposeOptions,
): boolean {
  return (
    made.revision === signed.registry.revision &&
    made.siteOrigin === siteOrigin &&
    made.cdnOrigin === cdnOrigin
  );
}

function madeFrom(
  { signed, shell, remotes }: InService,
  { siteOrigin, cdnOrigin }: ComposeOptions,
  answers: readonly (readonly [string, string])[],
  pages: number,
): Omit<MadeFrom, 'composer'> {
  return {
    revision: signed.registry.revision,
    versions: Object.fromEntries([shell, ...remotes].map(({ name, version }) => [name, version])),
    siteOrigin,
    cdnOrigin,
    answers: Object.fromEntries(answers.map(([address, json]) => [address, hashOfAnswer(json)])),
    pages,
  };
}

/** The scripts of the shell, those of the shell before it, and the site's static files, at their addresses. */
async function shellFiles(
  { shell, shellBefore }: InService,
  local: LocalFiles,
): Promise<readonly [string, SiteFile][]> {
  const all: [string, SiteFile][] = [];
  for (const release of shellBefore ? [shellBefore, shell] : [shell]) {
    const libraries = new Set(librariesOf(release).flatMap((name) => [name, `${name}.br`, `${name}.gz`]));
    const isFont = (name: string) => name.endsWith('.woff2');
    for (const [name, from] of await local.served(release)) {
      if (libraries.has(name) || isFont(name)) all.push([`${LIBRARIES_ADDRESS.slice(1)}${name}`, { from }]);
      if (libraries.has(name)) continue;
      if (!name.startsWith('public/')) all.push([`shell/${release.version}/${name}`, { from }]);
      else if (release === shell) all.push([name.slice('public/'.length), { from }]);
    }
  }
  return all;
}

function text(name: string, content: string): [string, SiteFile] {
  return [name, { text: content }];
}

/** Sorts by time, and is the same for the same content. */
function idOf(revision: number, files: ReadonlyMap<string, SiteFile>): string {
  const hash = createHash('sha256');
  for (const [name, file] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${name}\0${'text' in file ? file.text : file.from}\0`);
  }
  return `${String(revision).padStart(8, '0')}-${hash.digest('hex').slice(0, 12)}`;
}

function since(started: number): number {
  return Math.round(performance.now() - started);
}
