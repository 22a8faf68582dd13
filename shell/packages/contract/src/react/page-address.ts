import { createContext, useContext } from 'react';
import type { Location, Params } from 'react-router-dom';

/** The address of a page that is rendered before its visit. */
export interface PageAddress {
  readonly location: Location<unknown>;
  readonly params: Params;
}

const PageAddressContext = createContext<PageAddress | undefined>(undefined);

/** `undefined` below it is React Router's address. */
export const PageAddressProvider = PageAddressContext;

export function usePageAddress(): PageAddress | undefined {
  return useContext(PageAddressContext);
}
