import type { ReactNode } from 'react';

/**
 * Gives a text that stands alongside other elements an element of its own. A browser that translates the page replaces text
 * nodes, so that React would neither update the text nor find the place for the elements next to it.
 */
export function asElement(children: ReactNode): ReactNode {
  return typeof children === 'string' || typeof children === 'number' ? <span>{children}</span> : children;
}
