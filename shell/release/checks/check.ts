import { PlainError } from '../../commands/processes';
import { type Keys, ownKeys, REGISTRY } from '../keys/keys';
import { isSigned, type Signature, signText } from '../keys/signature';
import { readHead } from '../registry/log';
import { partsInService } from '../registry/status';
import { readVerifiedRelease } from '../release-file';
import { ownStorage } from '../storage/own';
import type { Storage } from '../storage/storage';
import type { Release } from '../store';
import { gates, type Surroundings } from './gates';
import type { RunJourneys } from './journeys';

export interface Verdict {
  readonly gate: string;
  readonly verdict: 'passed' | 'failed' | 'not run';
  /** What is wrong; or else one line that says why all is well, or why it was not run. */
  readonly words: readonly string[];
}

/** What came of a check. Recorded beside the releases, so that a promotion can ask for it. */
export interface CheckReport {
  readonly part: string;
  readonly version: string;
  /** ISO 8601. */
  readonly at: string;
  /** The registry that it was held against; 0 before anything was live. */
  readonly revision: number;
  readonly verdicts: readonly Verdict[];
  /** No gate has failed. */
  readonly passed: boolean;
}

interface SignedReport extends Signature {
  readonly report: CheckReport;
}

export interface CheckWish {
  readonly part: string;
  readonly version: string;
  /** Also has a browser walk the site with the candidate; minutes instead of seconds. */
  readonly journeys?: RunJourneys;
  readonly storage?: Storage;
  readonly keys?: Keys;
  /** Told before each gate. */
  readonly onGate?: (gate: string) => void;
}

/**
 * Asks a release in the store everything that can be asked without visitors.
 * @throws PlainError when it is not in the store at all.
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
          : { gate, verdict: 'passed', words: [words] },
      );
    }
    const sound = verdicts.every((one) => one.verdict !== 'failed');
    verdicts.push(await walk(wish, sound));
  }
  return {
    part,
    version,
    at: new Date().toISOString(),
    revision: registry?.revision ?? 0,
    verdicts,
    passed: verdicts.every((one) => one.verdict !== 'failed'),
  };
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
    if (!(error instanceof PlainError)) throw error;
    return { verdict: { gate, verdict: 'failed', words: [error.message] } as const };
  }
  throw new PlainError(
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
        if (!release) throw new PlainError(`${name}@${version} is in service, but not in the store.`);
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

async function walk({ part, version, journeys, onGate }: CheckWish, sound: boolean): Promise<Verdict> {
  const gate = 'journeys';
  if (!journeys) return { gate, verdict: 'not run', words: ['add --journeys; it takes minutes'] };
  if (!sound) return { gate, verdict: 'not run', words: ['another gate has failed already'] };
  onGate?.(gate);
  const { problems, words } = await journeys(part, version);
  return problems.length > 0
    ? { gate, verdict: 'failed', words: problems }
    : { gate, verdict: 'passed', words: [words] };
}

const recordOf = (part: string, version: string) => `checks/${part}/${version}.json`;

/** Keeps a report in the store, signed by the operators or, where their key is not at hand, by the team. */
export async function recordCheck(
  report: CheckReport,
  storage: Storage = ownStorage(),
  keys: Keys = ownKeys,
): Promise<void> {
  const privateKey = await keys.privateKey(REGISTRY).catch(() => keys.privateKey(report.part));
  const signed: SignedReport = { report, ...signText(JSON.stringify(report), privateKey) };
  const name = recordOf(report.part, report.version);
  await storage.replace(name, Buffer.from(`${JSON.stringify(signed)}\n`), (await storage.read(name))?.tag);
}

/** @returns `undefined` when there is no report that somebody entitled has signed. */
export async function recordedCheck(
  part: string,
  version: string,
  storage: Storage = ownStorage(),
  keys: Keys = ownKeys,
): Promise<CheckReport | undefined> {
  const stored = await storage.read(recordOf(part, version));
  if (!stored) return undefined;
  const { report, ...signature } = JSON.parse(stored.bytes.toString()) as Partial<SignedReport>;
  const trust = await keys.trust();
  const entitled = [...(trust[REGISTRY] ?? []), ...(trust[part] ?? [])];
  const genuine = report?.part === part && report.version === version;
  return genuine && isSigned(JSON.stringify(report), signature, entitled) ? report : undefined;
}

/**
 * Refuses what should not reach visitors: a failing gate at any share, and for everybody a release whose check was
 * never recorded or had failed.
 * @throws PlainError
 */
export async function requireChecked(
  part: string,
  version: string,
  { percent, storage, keys }: { readonly percent: number; readonly storage: Storage; readonly keys: Keys },
): Promise<void> {
  const { verdicts } = await checkRelease({ part, version, storage, keys });
  const failed = verdicts.find(({ verdict }) => verdict === 'failed');
  if (failed)
    throw new PlainError(
      `${part}@${version} is refused by its gate "${failed.gate}": ${failed.words[0]?.replace(/\.$/, '')}.`,
    );
  if (percent < 100) return;
  const recorded = await recordedCheck(part, version, storage, keys);
  if (recorded?.passed) return;
  const why = recorded ? 'its recorded check has failed' : 'no check of it is recorded';
  throw new PlainError(
    `${part}@${version} is not for everybody yet: ${why}. Run npm run release -- check ${part}@${version}, or add --force with a --reason.`,
  );
}
