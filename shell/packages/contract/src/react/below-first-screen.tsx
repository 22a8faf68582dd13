import { createContext, type ReactNode, useContext, useDeferredValue } from 'react';

const WholePageContext = createContext(true);

/** Whether pages below it are rendered in one step, as a prerendered page and one that Back has opened are. */
export const WholePageProvider = WholePageContext;

/**
 * What lies below the first screen of a page. After a link was followed it is rendered, in slices, when the first screen
 * is on display, so that the heading does not wait for it.
 */
export function BelowFirstScreen({ children }: { readonly children: ReactNode }) {
  const isWhole = useContext(WholePageContext);
  return useDeferredValue(true, isWhole ? undefined : false) ? children : null;
}
