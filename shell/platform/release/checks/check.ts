import type { Registry } from '../../formats/registry';
import type { Release } from '../../formats/release';
import type { ReleaseName } from '../../formats/release-set';
import { contentHash } from '../../store/integrity';
import { readHead, readVerifiedRegistry } from '../../store/registry-history';
import {
  readVerifiedRelease,
  notPublished,
  requirePublished,
  type StoreAccess,
  storeOf,
} from '../../store/releases';
import { UserError } from '../../../packages/node/user-error';
import { withReleases } from '../registry/next-registry';
import { gates } from './gates';
import { rendering } from './rendering';
import { type GateResult, readGateContext } from './gate-context';
import { type CheckReport, hasNoFailure, RENDERING, type Verdict } from '../../formats/check-report';

/**
 * Visits a site in a browser that contains the candidate alongside the other apps of the registry.
 * @param together the other releases of its set.
 */
export type RunInBrowser = (
  candidate: Release,
  registry: Registry,
  together: readonly ReleaseName[],
) => Promise<GateResult>;

export interface CheckOptions extends StoreAccess {
  readonly app: string;
  readonly version: string;
  /** The other releases of its set, alongside which it is checked. */
  readonly together?: readonly ReleaseName[];
  /** Whether its pages are rendered; not for a promotion, which renders them itself. */
  readonly renders?: boolean;
  /** Runs the journeys, which need minutes. */
  readonly journeys?: RunInBrowser;
  readonly onGate?: (gate: string) => void;
}

/** Runs the gates. @throws UserError when the release is not in the store. */
export async function checkRelease(options: CheckOptions): Promise<CheckReport> {
  const { app, version, together = [], journeys, onGate } = options;
  const store = storeOf(options);
  const { storage, keys } = store;
  const current = (await readHead(storage, keys))?.entry.registry.registry;
  const registry =
    current &&
    withReleases(
      current,
      await Promise.all(together.map((one) => requirePublished(one.app, one.version, store))),
    );
  onGate?.('signature');
  const { candidate, verdict } = await checkSignature(options);
  const verdicts: Verdict[] = [verdict];
  const gateContext = candidate && (await readGateContext(app, registry, store));
  if (candidate && gateContext) {
    const all = { ...gates, ...(options.renders && { [RENDERING]: rendering }) };
    for (const [gate, run] of Object.entries(all)) {
      onGate?.(gate);
      verdicts.push(verdictOf(gate, await run(candidate, gateContext)));
    }
    if (journeys && hasNoFailure(verdicts)) {
      onGate?.('journeys');
      const visited = registry ?? (await readVerifiedRegistry(storage, keys)).registry;
      verdicts.push(verdictOf('journeys', await journeys(candidate, visited, together)));
    } else {
      const reason = journeys ? 'another gate has failed' : 'add --journeys to run it; it takes minutes';
      verdicts.push({ gate: 'journeys', verdict: 'not run', messages: [reason] });
    }
  }
  return {
    app,
    version,
    ...(candidate && { release: contentHash(candidate) }),
    at: new Date().toISOString(),
    revision: registry?.revision ?? 0,
    peerReleases: gateContext?.peerReleases ?? {},
    verdicts,
    passed: hasNoFailure(verdicts),
  };
}

function verdictOf(gate: string, { problems, summary, notRun }: GateResult): Verdict {
  if (problems.length > 0) return { gate, verdict: 'failed', messages: problems };
  if (notRun) return { gate, verdict: 'not run', messages: [notRun] };
  return { gate, verdict: 'passed', messages: [summary].flat() };
}

/** @returns the release if its signature is accepted. @throws UserError when it is not in the store. */
export async function checkSignature({
  app,
  version,
  ...access
}: CheckOptions): Promise<{ readonly candidate?: Release; readonly verdict: Verdict }> {
  const gate = 'signature';
  const { storage, keys } = storeOf(access);
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
