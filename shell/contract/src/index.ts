export { paths } from '@isa/api-contract';
export { useBasket, useHost, useSession } from './react/host-context';
export {
  breadcrumbList,
  type Crumb,
  PageHead,
  type PageHeadProps,
  type StructuredData,
} from './react/page-head';
export { useAddToBasket, useHasPremiumInBasket } from './react/use-add-to-basket';
export { useHydrated } from './react/use-hydrated';
export { type RequestState, useRequest } from './react/use-request';
export * from './remote';
export * from './services/api';
export * from './services/basket';
export type { Host, Toast } from './services/host';
export type { Credentials, Session, SessionState, SessionStatus } from './services/session';
export { createStore, type ReadonlyStore, useStore } from './react/store';
export { isRecord, safeStorage, type SafeStorage, type Stored, storedJson } from './storage';
