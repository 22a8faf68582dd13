import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { satisfies } from 'semver';
import { complaintsOf } from '../declarations';
import { inParallel } from '../../tools/in-parallel';
import type { Storage } from '../../store/storage/storage';
import type { Release } from '../../formats/release';
import { integrityProblems } from '../../store/integrity';
import { clashes, describeClash, type OwnedPath } from './route-ownership';
import { overlap } from '../../formats/addresses';
import { budgetOf, sizesOf } from './sizes';

/** What a candidate is held against: everything that visitors may have beside it. */
export interface Surroundings {
  readonly storage: Storage;
  /** Live and previous. */
  readonly shells: readonly Release[];
  /** Live, previous and canaries, of the other remotes. */
  readonly remotes: readonly Release[];
  /** Of those, what stands beside the candidate from its first visitor on: live and canaries. */
  readonly beside: readonly Release[];
}

/** What a gate found: what is wrong, or else why all is well. */
export interface Findings {
  readonly problems: readonly string[];
  readonly words: string | readonly string[];
}

/** A question to a candidate, answered from the store alone. */
export type Gate = (candidate: Release, surroundings: Surroundings) => Promise<Findings>;

const nameOf = ({ name, version }: Pick<Release, 'name' | 'version'>) => `${name}@${version}`;

const integrity: Gate = async (candidate, { storage }) => ({
  problems: await integrityProblems(storage, candidate),
  words: `${Object.keys(candidate.files).length} files are what was signed, and there are no others`,
});

/** Every pair of a remote and a shell that could meet in a visitor's browser because of the candidate. */
function meetings(
  candidate: Release,
  { shells, remotes }: Surroundings,
): readonly (readonly [Release, Release])[] {
  return candidate.name === 'shell'
    ? remotes.map((remote) => [remote, candidate])
    : shells.map((shell) => [candidate, shell]);
}

const types: Gate = async (candidate, surroundings) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-types-'));
  try {
    const problems: string[] = [];
    // One after another: the compiler uses every core by itself.
    for (const [remote, shell] of meetings(candidate, surroundings)) {
      const without = [remote, shell].find((one) => !keepsTypes(one));
      const complaints = without
        ? [`${nameOf(without)} keeps nothing that types could be checked with`]
        : await complaintsOf(
            await bringTypes(surroundings.storage, remote, folder),
            await bringTypes(surroundings.storage, shell, folder),
            remote.shared.map(({ request }) => request),
          );
      problems.push(
        ...complaints.map((complaint) => `${nameOf(remote)} with ${nameOf(shell)}: ${complaint}`),
      );
    }
    return { problems, words: `compiles with ${others(candidate, surroundings)}` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

function keepsTypes({ files }: Release): boolean {
  return Object.keys(files).some((name) => name.startsWith('types/'));
}

/** Copies what a release keeps for the compiler out of the store. @returns where it is. */
async function bringTypes(storage: Storage, { name, version }: Release, folder: string): Promise<string> {
  const prefix = `${name}/${version}/types/`;
  await inParallel(await storage.list(prefix), async (file) => {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, (await storage.read(file))?.bytes ?? '');
  });
  return path.join(folder, prefix);
}

const sharedPackages: Gate = async (candidate, surroundings) => ({
  problems: meetings(candidate, surroundings).flatMap(([remote, shell]) =>
    remote.shared.flatMap(({ request, range }) => {
      const provided = shell.provides.find((one) => one.request === request)?.version;
      if (!provided) return [`${nameOf(remote)} needs ${request}, which ${nameOf(shell)} does not provide`];
      if (satisfies(provided, range)) return [];
      return [`${nameOf(remote)} needs ${request} ${range}, and ${nameOf(shell)} provides ${provided}`];
    }),
  ),
  words: `what is shared fits ${others(candidate, surroundings)}`,
});

const routes: Gate = async (candidate, { shells, beside }) => {
  const own = pathsOf(candidate);
  // A shell that is being replaced is no neighbour of its successor.
  const neighbours = candidate.name === 'shell' ? beside : [...shells.slice(0, 1), ...beside];
  const foreign = neighbours.flatMap(pathsOf);
  const stray = candidate.menu
    .flatMap((entry) => [entry, ...(entry.children ?? [])])
    .filter(
      ({ path: to }) =>
        to.startsWith('/') && ![...own, ...foreign].some((owned) => overlap(owned.path, bare(to))),
    );
  return {
    problems: [
      ...own
        .flatMap((path) =>
          clashes([path, ...foreign.filter((other) => other.owner !== path.owner)]).filter(
            ({ one }) => one === path,
          ),
        )
        .map(describeClash),
      ...stray.map(({ label, path: to }) => `the menu's ${label} leads to ${to}, which nobody owns`),
    ],
    words: `${own.length} routes that nobody else claims; every menu entry leads somewhere`,
  };
};

function pathsOf({ name, version, routes: all }: Release): OwnedPath[] {
  return all.map(({ path: pattern }) => ({ owner: name, version, path: pattern }));
}

/** An address without its query and place. */
function bare(address: string): string {
  return address.replace(/[?#].*$/, '');
}

const sizes: Gate = async (candidate) => {
  const measured = sizesOf(candidate);
  const budget = await budgetOf(candidate.name);
  const over = (['start', 'all'] as const).filter((what) => measured[what] > budget[what]);
  const named = { start: 'what every first visit loads', all: 'its scripts altogether' };
  return {
    problems: over.map(
      (what) =>
        `${named[what]} has ${kilobytes(measured[what])} under brotli; the budget is ${kilobytes(budget[what])}`,
    ),
    words: `start ${kilobytes(measured.start)} of ${kilobytes(budget.start)}, all ${kilobytes(measured.all)} of ${kilobytes(budget.all)}, under brotli`,
  };
};

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function others(candidate: Release, { shells, remotes }: Surroundings): string {
  const met = candidate.name === 'shell' ? remotes : shells;
  return met.length > 0 ? met.map(nameOf).join(', ') : 'nobody: nothing is live yet';
}

/** Every gate that is passed in seconds, by name. */
export const gates = {
  integrity,
  types,
  'shared packages': sharedPackages,
  routes,
  sizes,
} as const satisfies Record<string, Gate>;
