import type { Release } from '../../formats/release';
import { integrityOf } from '../../store/integrity';
import { type Keys, localKeys } from '../../store/keys/local-keys';
import { readHead } from '../../store/registry-history';
import { releasesInService } from '../../store/registry-status';
import { readVerifiedRelease } from '../../store/release-file';
import { defaultStorage } from '../../store/storage/default-storage';
import type { Storage } from '../../store/storage/storage';
import { UserError } from '../../tools/user-error';
import { notPublished, requirePublished, type StoreAccess } from '../../store/require-published';
import { type Findings, gates, type Surroundings } from './gates';
import { BROWSER_GATES, type BrowserGate, type CheckReport, hasNoFailure, type Verdict } from './report';

/** Visits a site that contains the candidate in a browser. */
export type RunInBrowser = (app: string, version: string) => Promise<Findings>;

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
  const { candidate, verdict } = await checkSignature(storage, app, version, keys);
  const verdicts: Verdict[] = [verdict];
  if (candidate) {
    const inService = registry ? releasesInService(registry) : [];
    const surroundings = await surroundingsOf(storage, keys, app, inService);
    for (const [gate, run] of Object.entries(gates)) {
      onGate?.(gate);
      verdicts.push(verdictOf(gate, await run(candidate, surroundings)));
    }
    for (const gate of BROWSER_GATES) {
      verdicts.push(await checkInBrowser(gate, options, hasNoFailure(verdicts)));
    }
  }
  return {
    part: app,
    version,
    ...(candidate && { release: integrityOf(Buffer.from(JSON.stringify(candidate))) }),
    at: new Date().toISOString(),
    revision: registry?.revision ?? 0,
    verdicts,
    passed: hasNoFailure(verdicts),
  };
}

function verdictOf(gate: string, { problems, summary }: Findings): Verdict {
  return problems.length > 0
    ? { gate, verdict: 'failed', words: problems }
    : { gate, verdict: 'passed', words: [summary].flat() };
}

async function checkSignature(
  storage: Storage,
  app: string,
  version: string,
  keys: Keys,
): Promise<{ readonly candidate?: Release; readonly verdict: Verdict }> {
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

async function surroundingsOf(
  storage: Storage,
  keys: Keys,
  app: string,
  inService: ReturnType<typeof releasesInService>,
): Promise<Surroundings> {
  const read = async (chosen: typeof inService): Promise<Release[]> =>
    Promise.all(chosen.map(({ app: name, version }) => requirePublished(name, version, { storage, keys })));
  const remotes = inService.filter((one) => one.app !== 'shell' && one.app !== app);
  return {
    storage,
    shells: await read(inService.filter((one) => one.app === 'shell')),
    remotes: await read(remotes),
    coexisting: await read(remotes.filter(({ slot }) => slot !== 'previous')),
  };
}

async function checkInBrowser(
  gate: BrowserGate,
  { app, version, browser, onGate }: CheckOptions,
  othersPassed: boolean,
): Promise<Verdict> {
  const run = browser?.[gate];
  if (!run) return { gate, verdict: 'not run', words: [`add --${gate} to run it; it takes minutes`] };
  if (!othersPassed) return { gate, verdict: 'not run', words: ['another gate has failed'] };
  onGate?.(gate);
  return verdictOf(gate, await run(app, version));
}
