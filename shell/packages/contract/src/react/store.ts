import type { StoreApi } from 'zustand/vanilla';

export { useStore } from 'zustand/react';
export { createStore } from 'zustand/vanilla';

/** A zustand store without `setState`. */
export type ReadonlyStore<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>;
