import { UserError } from '../../tools/user-error';
import { type Keys, ownKeys } from '../../store/keys/keys';
import { readHead } from '../../store/registry-log';
import { partsInService } from '../../store/registry-status';
import { readVerifiedRelease } from '../../store/release-file';
import { ownStorage } from '../../store/storage/own';
import type { Storage } from '../../store/storage/storage';
import type { Release } from '../../formats/release';
import { type Findings, gates, type Surroundings } from './gates';
import { integrityOf } from '../../store/integrity';

/** Gates that need a browser, and minutes instead of seconds: they are passed when somebody asks for them. */
export const BROWSER_GATES = ['journeys', 'load'] as const;

export type BrowserGate = (typeof BROWSER_GATES)[number];

/** Has a browser visit the site with a candidate. */
export type RunInBrowser = (part: string, version: string) => Promise<Findings>;

export interface Verdict {
  readonly gate: string;
  /** A gate that was not run has not been passed. */
  readonly verdict: 'passed' | 'failed' | 'not run';
  /** What is wrong; or else one line that says why all is well, or why it was not run. */
  readonly words: readonly string[];
}

/** What came of a check. Recorded beside the releases, so that a promotion can ask for it. */
export interface CheckReport {
  readonly part: string;
  readonly version: string;
  /** Hash of what its team has signed: other bytes under the same version are another release. */
  readonly release?: string;
  /** ISO 8601. */
  readonly at: string;
  /** The registry that it was held against; 0 before anything was live. */
  readonly revision: number;
  readonly verdicts: readonly Verdict[];
  /** No gate has failed. Gates may still not have been run: `unchecked` says which. */
  readonly passed: boolean;
}

export interface CheckWish {
  readonly part: string;
  readonly version: string;
  /** The gates that a browser is wanted for, and how it passes them. */
  readonly browser?: Partial<Readonly<Record<BrowserGate, RunInBrowser>>>;
  readonly storage?: Storage;
  readonly keys?: Keys;
  /** Told before each gate. */
  readonly onGate?: (gate: string) => void;
}

/**
 * Asks a release in the store everything that can be asked without visitors.
 * @throws UserError when it is not in the store at all.
 */
export async function checkRelease(wish: CheckWish): Promise<CheckReport> {
  const { part, version, storage = ownStorage(), keys = ownKeys, onGate } = wish;
  const head = await readHead(storage, keys);
  const registry = head?.entry.registry.registry;
  const verdicts: Verdict[] = [];
  onGate?.('signature');
  const { candidate, verdict } = await signatureOf(storage, part, version, keys);
  verdicts.push(verdict);
  if (candidate) {
    const inService = registry ? partsInService(registry) : [];
    const surroundings = await surroundingsOf(storage, keys, part, inService);
    for (const [gate, ask] of Object.entries(gates)) {
      onGate?.(gate);
      const { problems, words } = await ask(candidate, surroundings);
      verdicts.push(
        problems.length > 0
          ? { gate, verdict: 'failed', words: problems }
          : { gate, verdict: 'passed', words: [words].flat() },
      );
    }
    for (const gate of BROWSER_GATES) verdicts.push(await inBrowser(gate, wish, isSound(verdicts)));
  }
  return {
    part,
    version,
    ...(candidate && { release: identityOf(candidate) }),
    at: new Date().toISOString(),
    revision: registry?.revision ?? 0,
    verdicts,
    passed: isSound(verdicts),
  };
}

/** No gate has failed. */
export function isSound(verdicts: readonly Verdict[]): boolean {
  return verdicts.every(({ verdict }) => verdict !== 'failed');
}

/** The gates that nobody has passed yet. */
export function unchecked({ verdicts }: Pick<CheckReport, 'verdicts'>): readonly string[] {
  return verdicts.filter(({ verdict }) => verdict === 'not run').map(({ gate }) => gate);
}

/** What tells a release from another of the same version. */
export function identityOf(release: Release): string {
  return integrityOf(Buffer.from(JSON.stringify(release)));
}

async function signatureOf(storage: Storage, part: string, version: string, keys: Keys) {
  const gate = 'signature';
  try {
    const candidate = await readVerifiedRelease(storage, part, version, keys);
    if (candidate) {
      const words = [`signed by the team of ${part}`];
      return { candidate, verdict: { gate, verdict: 'passed', words } as const };
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { verdict: { gate, verdict: 'failed', words: [error.message] } as const };
  }
  throw new UserError(
    `${part}@${version} is not in the store: npm run release -- publish ${part}@${version} brings it there.`,
  );
}

async function surroundingsOf(
  storage: Storage,
  keys: Keys,
  part: string,
  inService: ReturnType<typeof partsInService>,
): Promise<Surroundings> {
  const read = async (chosen: typeof inService): Promise<Release[]> =>
    Promise.all(
      chosen.map(async ({ part: name, version }) => {
        const release = await readVerifiedRelease(storage, name, version, keys);
        if (!release) throw new UserError(`${name}@${version} is in service, but not in the store.`);
        return release;
      }),
    );
  const remotes = inService.filter((one) => one.part !== 'shell' && one.part !== part);
  return {
    storage,
    shells: await read(inService.filter((one) => one.part === 'shell')),
    remotes: await read(remotes),
    beside: await read(remotes.filter(({ slot }) => slot !== 'previous')),
  };
}

async function inBrowser(gate: BrowserGate, wish: CheckWish, sound: boolean): Promise<Verdict> {
  const run = wish.browser?.[gate];
  if (!run) return { gate, verdict: 'not run', words: [`add --${gate}; it takes minutes`] };
  if (!sound) return { gate, verdict: 'not run', words: ['another gate has failed already'] };
  wish.onGate?.(gate);
  const { problems, words } = await run(wish.part, wish.version);
  return problems.length > 0
    ? { gate, verdict: 'failed', words: problems }
    : { gate, verdict: 'passed', words: [words].flat() };
}
