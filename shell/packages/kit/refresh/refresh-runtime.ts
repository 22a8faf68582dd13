import original from 'react-refresh-original';

/**
 * Fast Refresh in a production shell, whose React cannot replace a component: elements get a stable type
 * (`jsx-dev-runtime.ts`), which calls the newest version. This module replaces `react-refresh/runtime`.
 */

/** A component over all its versions, as Fast Refresh groups them. */
export interface Family {
  readonly current: unknown;
}

export const { createSignatureFunctionForTransform, injectIntoGlobalHook, isLikelyComponentType, register } =
  original;

/** The family of a component that is compiled for refreshing; `undefined` for every other type. */
export const getFamilyByType: (type: unknown) => Family | undefined = original.getFamilyByType;

const listeners = new Set<() => void>();
/** Families whose state must be discarded get a new stable type, because their hooks have changed. */
let stale = new WeakSet<Family>();
let refreshes = 0;
let hasFailed = false;
window.addEventListener('error', () => (hasFailed = true));

export function performReactRefresh(): unknown {
  const update = original.performReactRefresh();
  if (!update) return null;
  // An error has replaced the page, so nothing is left to refresh.
  if (listeners.size === 0 && hasFailed) location.reload();
  stale = new WeakSet(update.staleFamilies);
  refreshes += 1;
  listeners.forEach((listener) => listener());
  return update;
}

/** How often components were replaced, for `useSyncExternalStore`. */
export const refreshCount = () => refreshes;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether the last refresh has changed the family's hooks. */
export const isStale = (family: Family) => stale.has(family);
