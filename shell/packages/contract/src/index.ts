/** @deprecated Import `@isa/api-contract/paths`, which remotes bundle: these are the addresses that the shell knows. */
export { paths } from '@isa/api-contract';
export { formDraft } from './form-draft';
export { BelowFirstScreen } from './react/below-first-screen';
export { useBasket, useHost, useSession } from './react/host-context';
export { type Crumb, PageHead, type StructuredData } from './react/page-head';
export { createStore, type ReadonlyStore, useStore } from './react/store';
export { useAddToBasket, useHasPremiumInBasket } from './react/use-add-to-basket';
export { useHydrated } from './react/use-hydrated';
export { type RequestState, useRequest } from './react/use-request';
export * from './remote';
export * from './services/api';
export * from './services/host';
export { isRecord, safeStorage, type SafeStorage, type Stored, storedJson } from './storage';
