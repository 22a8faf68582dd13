import { unservedCalls } from '@isa/api-contract/schemas';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { satisfies } from 'semver';
import { patternsOverlap } from '../../formats/addresses';
import type { QuickGate } from '../../formats/check-report';
import { type Release, releaseName } from '../../formats/release';
import { integrityProblems } from '../../store/integrity';
import type { Storage } from '../../store/storage/storage';
import { inTemporaryFolder } from '../../../packages/node/files';
import { inParallel } from '../../../packages/node/in-parallel';
import { hasCompiler } from '../../../packages/node/node';
import { checkTypes } from '../../../packages/kit/pack/declarations';
import { ignoreUserError } from '../../../packages/node/user-error';
import { flatMenu, linksInPages, pathnameOf, sitePagesReader } from '../registry/links';
import { comparedSite, describeMissing, readApiContract } from './api-calls';
import { budgetFor, BUDGETS_FILE } from './budgets';
import { startInBrowser } from './browser-start';
import { type ClaimedPath, describeConflict, findConflicts, pathsOf } from './route-conflicts';
import { describeGrowth, kilobytes, sizesOf } from './sizes';
import { type Gate, NOTHING_LIVE, type GateContext } from './gate-context';

const integrity: Gate = async (candidate, { storage }) => ({
  problems: await integrityProblems(storage, candidate),
  summary: `${Object.keys(candidate.files).length} files have the signed content, and there are no other files`,
});

/** Every pair of a remote and a shell that the candidate can bring together in a browser. */
function pairsOf(
  candidate: Release,
  { shells, remotes }: GateContext,
): readonly (readonly [Release, Release])[] {
  return candidate.name === 'shell'
    ? remotes.map((remote) => [remote, candidate])
    : shells.map((shell) => [candidate, shell]);
}

const types: Gate = async (candidate, gateContext) => {
  if (!hasCompiler()) return { problems: [], summary: [], notRun: 'this machine has no compiler' };
  return inTemporaryFolder('isa-types-', async (folder) => {
    const problems: string[] = [];
    // Pairs are compiled one after another, because the compiler uses all cores.
    for (const [remote, shell] of pairsOf(candidate, gateContext)) {
      const untyped = [remote, shell].find(
        ({ files }) => !Object.keys(files).some((name) => name.startsWith('types/')),
      );
      const errors = untyped
        ? [`${releaseName(untyped)} contains no type declarations`]
        : await checkTypes(
            await copyTypes(gateContext.storage, remote, folder),
            await copyTypes(gateContext.storage, shell, folder),
            remote.shared.map(({ request }) => request),
          );
      problems.push(...errors.map((error) => `${releaseName(remote)} with ${releaseName(shell)}: ${error}`));
    }
    return { problems, summary: `compiles with ${counterparts(candidate, gateContext)}` };
  });
};

/** Compares the calls that a release uses with those of the deployed API. */
const calls: Gate = async ({ name, version, calls: used = {} }, { registry, storage, keys }) => {
  const count = Object.keys(used).length;
  if (count === 0) return { problems: [], summary: 'it uses no calls of the API' };
  // The API of a new site is installed later, and what responds at this address may be another site.
  if (!registry) return { problems: [], summary: [], notRun: NOTHING_LIVE };
  const { origin, notRun } = await comparedSite({ storage, keys });
  if (origin === undefined) return { problems: [], summary: [], notRun };
  const offered = await readApiContract(origin);
  if (!offered) return { problems: [], summary: [], notRun: describeMissing('API', origin) };
  return {
    problems: unservedCalls(`${name}@${version}`, used, offered),
    summary: `${count === 1 ? '1 call' : `${count} calls`} of the API, served by ${origin}`,
  };
};

/** Copies a release's type declarations from the store. @returns the folder of the copy. */
async function copyTypes(storage: Storage, { name, version }: Release, folder: string): Promise<string> {
  const prefix = `${name}/${version}/types/`;
  await inParallel(await storage.list(prefix), async (file) => {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, (await storage.read(file))?.bytes ?? '');
  });
  return path.join(folder, prefix);
}

const sharedPackages: Gate = async (candidate, gateContext) => ({
  problems: pairsOf(candidate, gateContext).flatMap(([remote, shell]) =>
    remote.shared.flatMap(({ request, range }) => {
      const provided = shell.provides.find((one) => one.request === request)?.version;
      if (!provided)
        return [`${releaseName(remote)} needs ${request}, which ${releaseName(shell)} does not provide`];
      if (satisfies(provided, range)) return [];
      return [
        `${releaseName(remote)} needs ${request} ${range}, and ${releaseName(shell)} provides ${provided}`,
      ];
    }),
  ),
  summary: `shared packages match ${counterparts(candidate, gateContext)}`,
});

const routes: Gate = async (candidate, gateContext) => {
  const { registry, shells, coexisting, replaced, readReplaced } = gateContext;
  const own = pathsOf(candidate);
  // A new shell replaces the live one, so their routes cannot conflict.
  const neighbours = candidate.name === 'shell' ? coexisting : [...shells.slice(0, 1), ...coexisting];
  const foreign = neighbours.flatMap(pathsOf);
  const isServedBy = (paths: readonly Pick<ClaimedPath, 'path'>[], to: string) =>
    paths.some((claimed) => patternsOverlap(claimed.path, pathnameOf(to)));
  const deadLinks = menuLinks(candidate).filter(({ path: to }) => !isServedBy([...own, ...foreign], to));
  // Whether the candidate's own team removes an address; a link that is dead already is no fault of the
  // candidate.
  const isRemoved = (to: string) => isServedBy(replaced, to) && !isServedBy([...own, ...foreign], to);
  const cutLinks = neighbours.flatMap((neighbour) =>
    menuLinks(neighbour)
      .filter(({ path: to }) => isRemoved(to))
      .map((link) => ({ ...link, of: neighbour })),
  );
  const [shell] = shells;
  const removed = replaced.filter(
    ({ path: to }) => ![...own, ...foreign].some((claimed) => claimed.path === to),
  );
  const isSearched = removed.length > 0 && registry && shell;
  const { origin, notRun } = isSearched ? await comparedSite(gateContext) : { origin: undefined, notRun: '' };
  // It is possible that no site responds.
  const pages = isSearched
    ? origin && (await sitePagesReader(origin)().catch(ignoreUserError))
    : new Map<string, string>();
  const live = removed.length > 0 ? await readReplaced() : undefined;
  // The entries of its live menu disappear with it.
  const ownMenu = new Set(live && menuLinks(live).map(({ path: to }) => to));
  const isLeft = (target: string) => isRemoved(target) && !ownMenu.has(target);
  const pageLinks =
    pages && registry && shell
      ? linksInPages(pages, registry, shell, (author) => author !== candidate.name, isLeft)
      : [];
  const conflicts = findConflicts([...own, ...foreign]).filter(({ one }) => own.includes(one));
  return {
    problems: [
      ...conflicts.map(describeConflict),
      ...deadLinks.map(
        ({ label, path: to }) => `the menu entry ${label} links to ${to}, which no app serves`,
      ),
      ...cutLinks.map(
        ({ label, path: to, of }) =>
          `the menu entry ${label} of ${releaseName(of)} links to ${to}, which ${releaseName(candidate)} no longer serves`,
      ),
      ...pageLinks.map((link) => `${link}, which ${releaseName(candidate)} no longer serves`),
    ],
    summary: `${own.length} routes without conflicts; every menu entry links to a page`,
    ...(!pages && {
      notRun: `it removes ${removed.map(({ path: to }) => to).join(', ')}, and links to it were not searched: ${origin === undefined ? notRun : describeMissing('site', origin)}`,
    }),
  };
};

/** The menu's entries that lead to pages of this site. */
function menuLinks({ menu }: Release) {
  return flatMenu(menu).filter(({ path: to }) => to.startsWith('/'));
}

/** A release may always be this much larger than the live one, which would otherwise fail when a budget is lowered. */
const GROWTH = 1.02;

const sizes: Gate = async (candidate, { readReplaced }) => {
  const measured = sizesOf(candidate);
  const bound = budgetFor(candidate.name);
  const own = candidate.sizes ?? bound;
  const budget = { start: Math.min(own.start, bound.start), all: Math.min(own.all, bound.all) };
  const labels = { start: 'initial scripts', all: 'all scripts' };
  const above = (['start', 'all'] as const).filter((kind) => measured[kind] > budget[kind]);
  const replaced = above.length > 0 ? await readReplaced() : undefined;
  const live = replaced && sizesOf(replaced);
  const findings = above.map((kind) => {
    const limits = [
      ...(replaced && live ? [`${releaseName(replaced)}, which is live, has ${kilobytes(live[kind])}`] : []),
      `the budget is ${kilobytes(budget[kind])}`,
    ];
    return {
      kind,
      isProblem: !live || measured[kind] > live[kind] * GROWTH,
      text: `${labels[kind]}: ${kilobytes(measured[kind])} under brotli; ${limits.join(', and ')}`,
    };
  });
  const problems = findings.filter(({ isProblem }) => isProblem);
  return {
    problems: problems.map(({ kind, text }) => {
      const allowed = live ? `; at most ${kilobytes(Math.max(live[kind] * GROWTH, budget[kind]))} pass` : '';
      return `${text}${allowed}. ${describeGrowth(candidate, replaced, kind)} The team of ${candidate.name} may raise isa.sizes.${kind} in the app’s package.json up to ${kilobytes(bound[kind])}, and the operators that bound in ${BUDGETS_FILE}.`;
    }),
    summary: [
      `start ${kilobytes(measured.start)} of ${kilobytes(budget.start)}, all ${kilobytes(measured.all)} of ${kilobytes(budget.all)}, under brotli`,
      ...findings.map(({ text }) => `note: ${text}`),
    ],
  };
};

/** Starts the release once in Chromium, with the live shell or as the shell. */
const start: Gate = async (candidate, { storage, shells }) => {
  const shell = candidate.name === 'shell' ? candidate : shells[0];
  if (!shell) return { problems: [], summary: [], notRun: NOTHING_LIVE };
  const { problem, notRun } = await inTemporaryFolder('isa-start-', (folder) =>
    startInBrowser(candidate, shell, storage, folder),
  );
  return {
    problems: problem === undefined ? [] : [`${releaseName(candidate)} fails in Chromium: ${problem}`],
    summary: 'it starts in Chromium',
    ...(notRun !== undefined && { notRun }),
  };
};

/** The releases that the candidate was checked against, for the summary. */
function counterparts(candidate: Release, { shells, remotes }: GateContext): string {
  const releases = candidate.name === 'shell' ? remotes : shells;
  return releases.length > 0 ? releases.map(releaseName).join(', ') : 'no other release: nothing is live yet';
}

/** The gates that take seconds. */
export const gates = {
  integrity,
  types,
  calls,
  'shared packages': sharedPackages,
  routes,
  sizes,
  start,
} as const satisfies Record<QuickGate, Gate>;
