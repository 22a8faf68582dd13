import type { Registry } from '../../formats/registry';
import type { Release } from '../../formats/release';
import { contentHash } from '../../store/integrity';
import { type Keys, localKeys } from '../../store/keys/local-keys';
import { readHead, readVerifiedRegistry } from '../../store/registry-history';
import { releasesInService } from '../../store/registry-status';
import { readVerifiedRelease } from '../../store/release-file';
import { defaultStorage } from '../../store/storage/default-storage';
import type { Storage } from '../../store/storage/storage';
import { UserError } from '../../tools/user-error';
import { notPublished, requirePromoted, type StoreAccess } from '../../store/require-published';
import { type Findings, gates, type Surroundings } from './gates';
import {
  BROWSER_GATES,
  type BrowserGate,
  type CheckReport,
  hasNoFailure,
  type Verdict,
} from '../../formats/check-report';

/** Visits a site in a browser that contains the candidate beside the other apps of the registry. */
export type RunInBrowser = (candidate: Release, registry: Registry) => Promise<Findings>;

export interface CheckOptions extends StoreAccess {
  readonly app: string;
  readonly version: string;
  /** The browser gates to run. */
  readonly browser?: Partial<Readonly<Record<BrowserGate, RunInBrowser>>>;
  /** Called before each gate. */
  readonly onGate?: (gate: string) => void;
}

/**
 * Runs the gates on a release in the store.
 * @throws UserError when the release is not in the store.
 */
export async function checkRelease(options: CheckOptions): Promise<CheckReport> {
  const { app, version, storage = defaultStorage(), keys = localKeys, onGate } = options;
  const registry = (await readHead(storage, keys))?.entry.registry.registry;
  onGate?.('signature');
  const { candidate, verdict } = await checkSignature({ app, version, storage, keys });
  const verdicts: Verdict[] = [verdict];
  const others = candidate && registry ? await othersInService(storage, keys, app, registry) : [];
  if (candidate) {
    const surroundings = surroundingsOf(storage, others);
    for (const [gate, run] of Object.entries(gates)) {
      onGate?.(gate);
      verdicts.push(verdictOf(gate, await run(candidate, surroundings)));
    }
    for (const gate of BROWSER_GATES) {
      const run = async (visit: RunInBrowser) =>
        visit(candidate, registry ?? (await readVerifiedRegistry(storage, keys)).registry);
      verdicts.push(await checkInBrowser(gate, options, run, hasNoFailure(verdicts)));
    }
  }
  return {
    part: app,
    version,
    ...(candidate && { release: contentHash(candidate) }),
    at: new Date().toISOString(),
    revision: registry?.revision ?? 0,
    beside: besideOf(others),
    verdicts,
    passed: hasNoFailure(verdicts),
  };
}

function besideOf(others: readonly InService[]): CheckReport['beside'] {
  return Object.fromEntries(
    others
      .filter(({ slot }) => slot === 'live')
      .map(({ release }) => [release.name, { version: release.version, release: contentHash(release) }]),
  );
}

/** The live releases of the other apps, as a check records them. */
export async function liveBeside(
  app: string,
  registry: Registry,
  { storage, keys }: Required<StoreAccess>,
): Promise<CheckReport['beside']> {
  return besideOf(await othersInService(storage, keys, app, registry));
}

function verdictOf(gate: string, { problems, summary, notRun }: Findings): Verdict {
  if (notRun) return { gate, verdict: 'not run', words: [notRun] };
  return problems.length > 0
    ? { gate, verdict: 'failed', words: problems }
    : { gate, verdict: 'passed', words: [summary].flat() };
}

/**
 * @returns the release when its signature is accepted.
 * @throws UserError when the release is not in the store.
 */
export async function checkSignature({
  app,
  version,
  storage = defaultStorage(),
  keys = localKeys,
}: CheckOptions): Promise<{ readonly candidate?: Release; readonly verdict: Verdict }> {
  const gate = 'signature';
  try {
    const candidate = await readVerifiedRelease(storage, app, version, keys);
    if (candidate) {
      return {
        candidate,
        verdict: verdictOf(gate, { problems: [], summary: `signed by the team of ${app}` }),
      };
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { verdict: verdictOf(gate, { problems: [error.message], summary: '' }) };
  }
  throw notPublished(app, version);
}

interface InService {
  readonly slot: 'live' | 'previous' | 'canary';
  readonly release: Release;
}

/** The releases of the other apps that visitors may get. */
async function othersInService(
  storage: Storage,
  keys: Keys,
  app: string,
  registry: Registry,
): Promise<readonly InService[]> {
  const others = releasesInService(registry).filter((one) => one.app !== app);
  return Promise.all(
    others.map(async ({ app: name, version, slot }) => ({
      slot,
      release: await requirePromoted(registry, name, version, { storage, keys }),
    })),
  );
}

function surroundingsOf(storage: Storage, others: readonly InService[]): Surroundings {
  const shells = others.filter(({ release }) => release.name === 'shell');
  const remotes = others.filter(({ release }) => release.name !== 'shell');
  const releasesOf = (chosen: readonly InService[]) => chosen.map(({ release }) => release);
  return {
    storage,
    shells: releasesOf(shells),
    remotes: releasesOf(remotes),
    coexisting: releasesOf(remotes.filter(({ slot }) => slot !== 'previous')),
  };
}

async function checkInBrowser(
  gate: BrowserGate,
  { browser, onGate }: CheckOptions,
  run: (visit: RunInBrowser) => Promise<Findings>,
  othersPassed: boolean,
): Promise<Verdict> {
  const visit = browser?.[gate];
  if (!visit) return { gate, verdict: 'not run', words: [`add --${gate} to run it; it takes minutes`] };
  if (!othersPassed) return { gate, verdict: 'not run', words: ['another gate has failed'] };
  onGate?.(gate);
  return verdictOf(gate, await run(visit));
}
