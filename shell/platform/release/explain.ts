import { SourceMap } from 'node:module';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { parseJson } from '../formats/parse-json';
import { nameOf, type ReleaseName } from '../formats/release-set';
import { UserError } from '../../packages/node/user-error';
import { requirePublished, type StoreAccess, storeOf } from '../store/releases';

export interface ExplainedPlace {
  /** The file, relative to the repository that the release was built from. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The function that contains the place, where its name can be read. */
  readonly function?: string;
  /** Some lines of the source. */
  readonly lines: readonly { readonly number: number; readonly text: string }[];
}

const mapSchema = z.looseObject({
  version: z.literal(3),
  sources: z.array(z.string()),
  /** What webpack has written itself has no content. */
  sourcesContent: z.array(z.string().nullable()),
  names: z.array(z.string()),
  mappings: z.string(),
});

/** How many lines are shown before and after the place. */
const AROUND = 2;

/** How long places are looked up for one page, whose reader must not wait for a bucket that has stalled. */
const LOOK_UP_MS = 3_000;

/**
 * Looks up places that browsers have reported. Anyone can report an invented one: what cannot be explained gets the reason.
 * Each source map is read once, and no two are in memory, because they take up ten times their bytes.
 * @returns nothing for places that the store did not give in time.
 */
export async function explainPlaces<
  Place extends { readonly remote: string; readonly version: string; readonly place: string },
>(places: readonly Place[], access: StoreAccess = {}): Promise<ReadonlyMap<Place, ExplainedPlace | string>> {
  const scripts = new Map<string, Place[]>();
  for (const one of places) {
    const script = `${one.remote}@${one.version} ${one.place.split(':', 1).join()}`;
    scripts.set(script, [...(scripts.get(script) ?? []), one]);
  }
  const late = delay(LOOK_UP_MS, undefined, { ref: false });
  const explained = new Map<Place, ExplainedPlace | string>();
  for (const within of scripts.values()) {
    const maps: SourceMaps = new Map();
    for (const one of within) {
      const { remote: app, version, place } = one;
      const looking = explainPlace({ app, version }, place, access, maps).catch(reasonOfRefusal);
      const found = await Promise.race([looking, late]);
      if (found === undefined) return explained;
      explained.set(one, found);
    }
  }
  return explained;
}

function reasonOfRefusal(error: unknown): string {
  if (error instanceof UserError) return error.message;
  throw error;
}

/**
 * Finds the source of a place in a script of a release, with the source map that is stored with it.
 * @param place as browsers write it, from 1 on: `604.0123456789ab.js:1:2345`, or with the whole address before.
 * @param maps the source maps that were read before.
 * @throws UserError
 */
export async function explainPlace(
  release: ReleaseName,
  place: string,
  access: StoreAccess = {},
  maps: SourceMaps = new Map(),
): Promise<ExplainedPlace> {
  const [, file = '', line = '', column = ''] = /([^/\s()]+\.js):(\d+):(\d+)\)?$/.exec(place.trim()) ?? [];
  if (!file) {
    throw new UserError(
      `"${place}" is not a place in a script. Copy it from the stack of an error: 604.0123456789ab.js:1:2345`,
    );
  }
  const reading = maps.get(file) ?? readSourceMap(release, file, storeOf(access));
  maps.set(file, reading);
  const { sourceMap, sources, contents } = await reading;
  const entry = sourceMap.findEntry(Number(line) - 1, Number(column) - 1);
  if (!('originalSource' in entry) || entry.originalSource === undefined) {
    throw new UserError(`${file}:${line}:${column} of ${nameOf(release)} is not in its sources.`);
  }
  const { originalSource, originalLine, originalColumn } = entry;
  const content = contents[sources.indexOf(originalSource)];
  const text = content ? content.split('\n') : [];
  const from = Math.max(0, originalLine - AROUND);
  const within = functionAround(text, originalLine);
  return {
    file: path.posix.normalize(originalSource.replace(/^webpack:\/\/[^/]*\//, '')),
    line: originalLine + 1,
    column: originalColumn + 1,
    ...(within !== undefined && { function: within }),
    lines: text
      .slice(from, originalLine + AROUND + 1)
      .map((one, index) => ({ number: from + index + 1, text: one.trimEnd() })),
  };
}

/** The source maps of one release, by their scripts. */
type SourceMaps = Map<string, ReturnType<typeof readSourceMap>>;

/** @throws UserError */
async function readSourceMap(release: ReleaseName, file: string, store: Required<StoreAccess>) {
  const { files } = await requirePublished(release.app, release.version, store);
  const name = `maps/${file}.map`;
  if (!Object.hasOwn(files, name)) {
    const other = Object.hasOwn(files, file) ? 'has no source map of' : 'has no script';
    throw new UserError(`${nameOf(release)} ${other} ${file}. Is it of another release?`);
  }
  const stored = await store.storage.read(`${release.app}/${release.version}/${name}`);
  const map = stored && parseJson(stored.bytes, mapSchema);
  if (!map) throw new UserError(`The source map ${name} of ${nameOf(release)} cannot be read.`);
  const { version, mappings, names, sources, sourcesContent } = map;
  const contents = sourcesContent.map((content) => content ?? '');
  const lists = { names: [...names], sources: [...sources], sourcesContent: contents };
  const sourceMap = new SourceMap({ file, sourceRoot: '', version, mappings, ...lists });
  return { sourceMap, sources, contents };
}

/** A source's place in one line: `mfe-shop/src/remote.tsx:3:12 in total`. */
export function placeLabel({ file, line, column, function: within }: ExplainedPlace): string {
  return `${file}:${line}:${column}${within === undefined ? '' : ` in ${within}`}`;
}

const FUNCTION =
  /^\s*(?:export\s+)?(?:default\s+)?(?:(?:async\s+)?function\*?\s+(\w+)|(?:const|let)\s+(\w+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:\(|\w+\s*=>|function)|(?:async\s+)?(?!if|for|while|switch|return|catch)(\w+)\([^;]*\)[^;]*\{\s*$)/;

/** The nearest function above that is indented less than the line, or begins in it. */
function functionAround(text: readonly string[], line: number): string | undefined {
  const indentOf = (one: string) => one.length - one.trimStart().length;
  let limit = indentOf(text[line] ?? '') + 1;
  for (let at = line; at >= 0; at -= 1) {
    const one = text[at] ?? '';
    if (one.trim() === '' || indentOf(one) >= limit) continue;
    const [, declared, assigned, method] = FUNCTION.exec(one) ?? [];
    const name = declared ?? assigned ?? method;
    if (name !== undefined) return name;
    limit = indentOf(one);
    if (limit === 0) return undefined;
  }
  return undefined;
}
