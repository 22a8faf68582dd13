import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { SeededRandom } from '../../../../api/testing/faults/seeded-random';
import { readHiddenFields } from '../../../platform/ops/pages/testing/hidden-fields';
import type { ChangeOptions, ChangeResult } from '../../../platform/release/registry/change-registry';
import { promoteTogether, rollbackApp } from '../../../platform/release/registry/changes';
import type { HistoryEntry } from '../../../platform/formats/history';
import { integrityProblems } from '../../../platform/store/integrity';
import { readChain, readVerifiedRegistry } from '../../../platform/store/registry-history';
import { releasesInService } from '../../../platform/store/registry-status';
import { requirePromoted } from '../../../platform/store/releases';
import { type ReadServedRevision, servedRevisionReader } from '../../../platform/store/served-revision';
import { UserError } from '../../../packages/node/user-error';
import { authorOf, type Operation, OPERATIONS, REMOTES } from './operations';
import type { Seen } from './reader';
import { OPS_TOKEN, type ReleaseSite } from './teams';

interface ReleasesOptions {
  readonly operations: number;
  readonly seed: number;
  /** Whether a slow rollback is a problem. */
  readonly isTimed: boolean;
}

/** No call may take longer: with every attempt at a bucket that stalls. */
const CALL_MS = 180_000;
/** To go back while teams change the registry. */
const ATTEMPTS = 20;
/** A fault that has ended may delay a rollback so long. */
const DELAY_MS = 10_000;
/** From the last step of a rollback until visitors get it. */
const VISIBLE_MS = 1_000;
/** Until the site shows the last change after the run. */
const SETTLED_MS = 60_000;

/** Of each operation, so that releases go back and forth. */
const WEIGHTS: Readonly<Record<Operation['kind'] | 'ops rollback' | 'API deployment', number>> = {
  // One more is the first choice.
  publish: 4,
  check: 1,
  promote: 5,
  canary: 4,
  'next step': 3,
  abort: 2,
  rollback: 3,
  retire: 1,
  prune: 2,
  'ops rollback': 2,
  'API deployment': 1,
};
type Kind = keyof typeof WEIGHTS;
const isKind = (name: string): name is Kind => Object.hasOwn(WEIGHTS, name);
const CHOICES = Object.entries(WEIGHTS).flatMap(([name, weight]) =>
  isKind(name) ? Array.from({ length: weight }, () => name) : [],
);
const isOfTeam = (kind: Kind): kind is Operation['kind'] => OPERATIONS.some((one) => one === kind);

const outcomeSchema = z.object({
  id: z.number(),
  state: z.enum(['done', 'refused', 'crashed']),
  message: z.string(),
  revision: z.number().optional(),
});

/** Releases by three teams and the operators, whose effects are verified afterwards. */
export class Releases {
  readonly problems: string[] = [];
  private readonly counts = new Map<string, number>();
  /** Author → revision, of changes that were acknowledged. */
  private readonly acknowledged = new Map<string, number>();
  private readonly versions = new Map<string, string[]>(REMOTES.map((app) => [app, ['1.0.0', '1.1.0']]));
  private readonly readServed: ReadServedRevision;
  private readonly choices: readonly [Kind, ...Kind[]];
  private started = 0;
  /** How many operations may have begun by now: they are spread over the faults. */
  private allowed = 0;
  private deployments = 0;
  /** From the end of a rollback's command until visitors got it. */
  private slowestMs = 0;

  constructor(
    private readonly site: ReleaseSite,
    private readonly options: ReleasesOptions,
  ) {
    this.readServed = servedRevisionReader(site.origin, site.keys);
    const isPossible = (kind: Kind) => kind !== 'API deployment' || site.deployApi !== undefined;
    this.choices = ['publish', ...CHOICES.filter(isPossible)];
  }

  get rows(): readonly (readonly [string, number])[] {
    return [
      ...[...this.counts].sort(),
      ['API deployments', this.deployments],
      ['rollback visible, ms', this.slowestMs],
    ];
  }

  /** How many operations have begun. */
  get begun(): number {
    return this.started;
  }

  /** Lets a share of the operations begin. */
  allow(share: number): void {
    this.allowed = Math.ceil(this.options.operations * share);
  }

  /** @returns once all operations have ended. */
  async run(): Promise<void> {
    const { seed } = this.options;
    await Promise.all(REMOTES.map((app, index) => this.work(app, new SeededRandom(seed + index))));
  }

  /** A team, and the operators on its behalf. */
  private async work(app: string, random: SeededRandom): Promise<void> {
    const { operations } = this.options;
    while (this.started < operations) {
      await delay(random.below(300));
      if (this.started >= this.allowed) continue;
      const id = ++this.started;
      const kind = random.pick(this.choices);
      const begun = performance.now();
      if (kind === 'API deployment') await this.deployApi();
      else if (isOfTeam(kind)) await this.runAsTeam(this.operation(id, kind, app, random), random);
      else await this.rollBackAsOperator(id, app);
      if (performance.now() - begun > CALL_MS) this.problems.push(`Operation ${id} (${kind}) took too long.`);
    }
  }

  private operation(id: number, kind: Operation['kind'], app: string, random: SeededRandom): Operation {
    const versions = this.versions.get(app) ?? [];
    const version = kind === 'publish' ? `1.${id}.0` : (versions[random.below(versions.length)] ?? '1.0.0');
    const killAt = random.happens(0.15)
      ? { request: 1 + random.below(12), isBefore: random.happens(0.5) }
      : undefined;
    return { id, kind, app, version, percent: 5 + random.below(50), isChecked: random.happens(0.3), killAt };
  }

  private async runAsTeam(operation: Operation, random: SeededRandom): Promise<void> {
    const { app, kind, version } = operation;
    const team = this.site.teams.get(app);
    if (!team) throw new Error(`${app} has no team.`);
    const answer = await team.ask(operation, CALL_MS);
    if (answer === undefined) {
      this.count(`${kind}: killed`);
      // A publish that was killed is repeated, as a pipeline does.
      await team.restart();
      if (kind === 'publish') await this.runAsTeam({ ...operation, killAt: undefined }, random);
      return;
    }
    const { state, message, revision } = outcomeSchema.parse(answer);
    this.count(`${kind}: ${state}`);
    if (state === 'crashed') this.problems.push(`${kind} ${app}@${version} crashed: ${message}`);
    if (revision !== undefined) this.acknowledged.set(authorOf(operation), revision);
    if (kind !== 'publish' || state !== 'done') return;
    this.site.published.add(`${app}@${version}`);
    if (random.happens(0.4)) await this.site.age(app, version);
    // The releases of the last days.
    this.versions.set(app, [...(this.versions.get(app) ?? []), version].slice(-6));
  }

  /** As an operator's browser does. */
  private async rollBackAsOperator(id: number, app: string): Promise<void> {
    const { opsAddress } = this.site;
    const who = `operator-${app}-${id}`;
    const send = (address: string, fields: Readonly<Record<string, string>>, cookie = '') =>
      fetch(opsAddress + address, {
        redirect: 'manual',
        signal: AbortSignal.timeout(CALL_MS),
        headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
        method: 'POST',
        body: new URLSearchParams(fields),
      });
    try {
      const loggedIn = await send('/ops/login', { who, token: OPS_TOKEN });
      const cookie = /^[^;]+/.exec(loggedIn.headers.get('set-cookie') ?? '')?.[0];
      const page = await send('/ops/releases/confirm', { action: 'rollback', app }, cookie);
      if (page.status !== 200) return this.count('ops rollback: refused');
      const fields = { ...readHiddenFields(await page.text()), why: 'chaos' };
      const response = await send('/ops/releases', fields, cookie);
      const done = /done=(\d+)/.exec(response.headers.get('location') ?? '')?.[1];
      if (done === undefined) return this.count('ops rollback: refused');
      this.count('ops rollback: done');
      this.acknowledged.set(who, Number(done));
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError')
        this.problems.push(`The operators’ pages did not answer.`);
      this.count('ops rollback: killed');
    }
  }

  private async deployApi(): Promise<void> {
    this.deployments += 1;
    await this.site.deployApi?.();
  }

  /**
   * A rollback after a fault must take at most 10 s longer than without one on this machine at this time.
   * @returns milliseconds from the end of the fault until visitors get it.
   */
  async measureRollback(fault: string, random: SeededRandom): Promise<number> {
    const visible = await this.timeRollback(fault, random);
    if (visible <= DELAY_MS || !this.options.isTimed) return visible;
    const usual = await this.timeRollback('no fault', random);
    // A change that comes during a site build waits for it, so that two builds may be between it and visitors.
    if (visible > DELAY_MS + 2 * usual)
      this.problems.push(
        `After ${fault}, a rollback was visible after ${visible} ms, then after ${usual} ms.`,
      );
    return visible;
  }

  private async timeRollback(fault: string, random: SeededRandom): Promise<number> {
    const { storage, keys } = this.site;
    const begun = performance.now();
    const author = { storage, keys, site: this.site.options, who: `after ${fault}`, why: 'chaos' };
    const { registry } = await this.undoLast(random.pick([...REMOTES]), author);
    const done = performance.now();
    const elapsed = () => Math.round(performance.now() - begun);
    for (;;) {
      const served = await this.readServed();
      if (served !== undefined && served >= registry.revision) break;
      if (elapsed() > SETTLED_MS) {
        this.problems.push(`After ${fault}, a rollback was not visible within ${SETTLED_MS} ms.`);
        break;
      }
      await delay(20);
    }
    this.slowestMs = Math.max(this.slowestMs, Math.round(performance.now() - done));
    if (this.slowestMs > VISIBLE_MS && this.options.isTimed)
      this.problems.push(`A rollback was visible ${this.slowestMs} ms after its command had ended.`);
    return elapsed();
  }

  /** Makes the previous release live again; without one, another release that visitors can tell from the live one. */
  private async undoLast(app: string, author: ChangeOptions): Promise<ChangeResult> {
    for (let attempt = 1; ; attempt += 1) {
      const { registry } = await readVerifiedRegistry(this.site.storage, this.site.keys);
      const remote = registry.remotes.find(({ name }) => name === app);
      const only = { ...author, ifRevision: registry.revision };
      try {
        if (remote?.previous) return await rollbackApp({ ...only, app });
        const version = remote?.live?.version === '1.0.0' ? '1.1.0' : '1.0.0';
        return await promoteTogether({ [app]: version }, only);
      } catch (error) {
        // A team was faster.
        if (!(error instanceof UserError) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** Waits until visitors get the last change. */
  async settle(): Promise<void> {
    const end = Date.now() + SETTLED_MS;
    for (;;) {
      const [head] = await readChain(this.site.storage, this.site.keys, 1);
      const served = await this.readServed();
      if (served === head?.entry.revision) return;
      if (Date.now() > end) {
        this.problems.push(`Visitors get revision ${served} instead of ${head?.entry.revision}.`);
        return;
      }
      await delay(500);
    }
  }

  async verify(seen: Seen): Promise<void> {
    const { storage, keys } = this.site;
    const chain = await readChain(storage, keys);
    const entries = new Map(chain.map(({ entry }) => [entry.revision, entry]));
    const [head] = chain;
    const revisions = (await storage.list('history/')).map((name) => Number(/\d+/.exec(name)?.[0]));
    const expected = Array.from({ length: head?.entry.revision ?? 0 }, (_, index) => index + 1);
    if (revisions.join() !== expected.join())
      this.problems.push(`The history has the entries ${revisions.join()}.`);
    if (chain.length !== expected.length)
      this.problems.push(`${chain.length} entries are in the chain of ${expected.length}.`);
    for (const [who, revision] of this.acknowledged) {
      if (entries.get(revision)?.who !== who)
        this.problems.push(`Revision ${revision} of ${who} is not in the history.`);
    }
    if (head) {
      const { registry } = head.entry.registry;
      for (const { app, version } of releasesInService(registry)) {
        const release = await requirePromoted(registry, app, version, { storage, keys });
        this.problems.push(
          ...(await integrityProblems(storage, release)).map((one) => `${app}@${version}: ${one}`),
        );
      }
    }
    for (const [key, versions] of seen.versions) {
      const [revision = '', app = ''] = key.split(' ');
      const live = liveIn(entries.get(Number(revision)), app);
      if ([...versions].join() !== live)
        this.problems.push(`Revision ${key} was served as ${[...versions].join()} instead of ${live}.`);
    }
    const failed = this.site.siteBuilders.flatMap(({ lines }) =>
      lines.filter((line) => line.includes('could not be')),
    );
    this.counts.set('site builds that failed', failed.length);
    this.counts.set('registry revisions', head?.entry.revision ?? 0);
  }

  private count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }
}

function liveIn(entry: HistoryEntry | undefined, app: string): string | undefined {
  return entry?.registry.registry.remotes.find(({ name }) => name === app)?.live?.version;
}
