import { z } from 'zod';

const names = z.record(z.string(), z.string()).optional();
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      dependencies: names,
      optionalDependencies: names,
      peerDependencies: names,
    }),
  ),
});

export interface Dependent {
  readonly folder: string;
  /** Names of further packages that it is built with; names that are no packages are ignored. */
  readonly tools: readonly string[];
  /** The folder of the package that uses them, such as `shell/packages/kit`. */
  readonly toolsFrom: string;
  /** Packages that others provide at run time. */
  readonly provided: readonly string[];
}

/**
 * The packages that an app is built from.
 * @param lock `package-lock.json`, version 3 (https://docs.npmjs.com/cli/configuring-npm/package-lock-json).
 */
export function lockedDependencies(lock: string, { folder, tools, toolsFrom, provided }: Dependent) {
  const { packages } = lockSchema.parse(JSON.parse(lock));
  const found = new Map<string, string>();

  function add(name: string, from: string): void {
    const place = provided.includes(name) ? undefined : placeOf(name, from);
    const entry = place === undefined ? undefined : packages[place];
    if (place === undefined || !entry || found.has(place)) return;
    found.set(place, `${place} ${entry.version ?? ''} ${entry.integrity ?? ''}`);
    addAll(entry.link ? (entry.resolved ?? place) : place);
  }

  function addAll(place: string): void {
    const { dependencies, optionalDependencies, peerDependencies } = packages[place] ?? {};
    const all = { ...peerDependencies, ...optionalDependencies, ...dependencies };
    for (const name of Object.keys(all)) add(name, place);
  }

  /** @returns where Node finds a package: in the folder `node_modules` of the package or of one around it. */
  function placeOf(name: string, from: string): string | undefined {
    const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
    if (packages[place]) return place;
    return from === '' ? undefined : placeOf(name, from.replace(/\/?[^/]*$/, ''));
  }

  addAll(folder);
  for (const name of tools) add(name, toolsFrom);
  return [...found.values()].sort();
}
