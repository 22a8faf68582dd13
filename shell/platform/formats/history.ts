import type { Valid } from './parse-json';
import type { Registry, Rollout } from './registry';
import type { historyEntrySchema, withdrawalSchema } from './registry-schema';

export type HistoryEntry = Valid<typeof historyEntrySchema>;

export type RegistryChange = HistoryEntry['changes'][number];

/** Who changed the registry, and why. */
export type Author = Pick<HistoryEntry, 'who' | 'why'>;

export type Withdrawal = Valid<typeof withdrawalSchema>;

/** How many withdrawn releases are remembered. */
const REMEMBERED = 100;

/** The releases that are withdrawn after a change. Releases of other apps that a promotion has ended were not withdrawn. */
export function withdrawnAfter(
  before: readonly Withdrawal[],
  { who, why, at, changes }: Pick<HistoryEntry, 'who' | 'why' | 'at' | 'changes'>,
): readonly Withdrawal[] {
  const isBack = (one: Withdrawal) =>
    changes.some(({ what, app, version }) => what !== 'abort' && app === one.app && version === one.version);
  const added = changes.flatMap(({ what, app, instead }): Withdrawal[] =>
    (what === 'abort' || what === 'rollback') && instead !== undefined
      ? [{ app, version: instead, what, who, ...(why !== undefined && { why }), at }]
      : [],
  );
  const isWithdrawal = changes.every(({ what }) => what === 'abort' || what === 'rollback');
  return [...before.filter((one) => !isBack(one)), ...(isWithdrawal ? added : [])].slice(-REMEMBERED);
}

/** Who gets a canary with this share: `staff only`, or `5%`. */
export function describeShare(percent: number): string {
  return percent === 0 ? 'staff only' : `${percent}%`;
}

/**
 * Who sees a change, for sentences such as "visitors get it with their next page".
 * @param before the registry before it, in which visitors may have had the canary.
 */
export function audienceOf(
  changes: readonly RegistryChange[],
  before: Registry | undefined,
): 'staff' | 'visitors' {
  const hadVisitors = (app: string) =>
    before?.remotes.some(({ name, canary }) => name === app && canary !== undefined && canary.percent > 0);
  const isForStaff = ({ what, app, percent = 0 }: RegistryChange) =>
    (what === 'canary' || what === 'abort') && percent === 0 && !hadVisitors(app);
  return changes.length > 0 && changes.every(isForStaff) ? 'staff' : 'visitors';
}

/** A change as a sentence without its full stop. */
export function describeChange(change: RegistryChange): string {
  const { unchecked = [], forced, set } = change;
  const together = set === undefined ? '' : `; in the set ${set}`;
  const without = unchecked.length > 0 ? `; not checked: ${unchecked.join(', ')}` : '';
  const inSpite = forced ? `; in spite of ${change.what === 'retire' ? 'links to it' : 'its check'}` : '';
  return `${transition(change)}${together}${without}${inSpite}`;
}

/** Describes a rollout as `25, 100% every 30 minutes`, without a full stop. */
export function describeRollout({ steps, minutes }: Rollout): string {
  return `${steps.join(', ')}% every ${minutes === 1 ? 'minute' : `${minutes} minutes`}`;
}

function transition({ what, app, version, instead, percent, to, rollout }: RegistryChange): string {
  const before = instead ? ` instead of ${instead}` : '';
  switch (what) {
    case 'promote':
      return `${app}@${version} is live for all visitors${before}`;
    case 'canary':
      return `${app}@${version} is the canary, for ${describeShare(percent ?? 0)}${rollout ? `, then ${describeRollout(rollout)}` : ''}${instead ? `; ${instead} stays live for the rest` : ''}`;
    case 'rollback':
      return version ? `${app} is back at ${version}${before}` : `${app}@${instead} is no longer live`;
    case 'abort':
      return `the canary ${app}@${instead} has ended; ${version ? `${version} is live for all visitors` : `no visitor gets a page of ${app}`}`;
    case 'retire':
      return `${app} is retired, ${version} was live; its addresses ${to ? `lead to ${to}` : 'answer 410 Gone'}`;
  }
}
