import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LEAST_UPPER_BOUND, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import type { ScriptPosition } from '../../measure/page/samples';

/** Where a function of a released script comes from. */
export interface ScriptSource {
  readonly source: string;
  /** Whether it is webpack's function around modules: then it is the source of the first, whose top level it runs. */
  readonly isWrapper: boolean;
}

/** Finds sources of released functions by the source maps of a store's releases, which are not served. */
export function sourceFinder(storeFolder: string): (position: ScriptPosition) => ScriptSource | undefined {
  const maps = new Map<string, TraceMap | undefined>();
  return ({ url, line, column }) => {
    if (!maps.has(url)) maps.set(url, readMap(storeFolder, url));
    const map = maps.get(url);
    if (!map) return undefined;
    const needle = { line: line + 1, column };
    const { source } = originalPositionFor(map, needle);
    if (source) return { source, isWrapper: false };
    const first = originalPositionFor(map, { ...needle, bias: LEAST_UPPER_BOUND }).source;
    return first ? { source: first, isWrapper: true } : undefined;
  };
}

/** Names of scripts contain the hash of their content, so any release of the app with this name will do. */
function readMap(storeFolder: string, url: string): TraceMap | undefined {
  // Playwright's own scripts have no address.
  if (!URL.canParse(url)) return undefined;
  const [app = '', ...rest] = new URL(url).pathname.slice(1).split('/');
  const releases = path.join(storeFolder, app);
  if (!app || rest.length === 0 || !existsSync(releases)) return undefined;
  const file = readdirSync(releases)
    .map((version) => path.join(releases, version, 'maps', `${path.basename(url)}.map`))
    .find(existsSync);
  return file === undefined ? undefined : new TraceMap(readFileSync(file, 'utf8'));
}
