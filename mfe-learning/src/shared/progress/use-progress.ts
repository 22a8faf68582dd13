import { type Host, useHost, useStore } from '@isa/contract';
import { createProgress, type Progress, type ProgressState } from './progress';

/** One store for each host, which the pages of this remote share. */
const stores = new WeakMap<Host, Progress>();

export function useProgressStore(): Progress {
  const host = useHost();
  const store = stores.get(host) ?? createProgress(host);
  stores.set(host, store);
  return store;
}

/** Progress in all lessons; none during hydration, as in the prerendered page. */
export function useProgress(): ProgressState {
  return useStore(useProgressStore());
}
