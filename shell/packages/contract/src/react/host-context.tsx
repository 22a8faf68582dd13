import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand/react';
import type { BasketState, Host, SessionState } from '../services/host';

const HostContext = createContext<Host | undefined>(undefined);

export function HostProvider({ host, children }: { readonly host: Host; readonly children: ReactNode }) {
  return <HostContext value={host}>{children}</HostContext>;
}

/** What the shell provides. Available anywhere below the shell's root. */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error('useHost() needs a <HostProvider> above it.');
  return host;
}

/** Selects from the session. During hydration it is that of an unknown visitor, as in the prerendered page. */
export function useSession<T>(select: (state: SessionState) => T): T {
  return useStore(useHost().session.store, select);
}

/** Selects from the basket. During hydration it is empty, as in the prerendered page. */
export function useBasket<T>(select: (state: BasketState) => T): T {
  return useStore(useHost().basket.store, select);
}
