import { type Host, useHost, useStore } from '@isa/contract';
import { createProgress, type Progress, type ProgressState } from './progress';

/** One store for each host: pages of this remote share it as they come and go. */
const stores = new WeakMap<Host, Progress>();

function progressOf(host: Host): Progress {
  const known = stores.get(host);
  if (known) return known;
  const created = createProgress(host);
  stores.set(host, created);
  return created;
}

export function useProgressStore(): Progress {
  return progressOf(useHost());
}

/** Progress in all lessons. While hydrating there is none, as in the prerendered page. */
export function useProgress(): ProgressState {
  return useStore(useProgressStore());
}
