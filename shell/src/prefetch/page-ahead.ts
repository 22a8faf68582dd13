import { createStore, type ReadonlyStore } from '@isa/contract';
import type { PageAddress, PageRoute } from '@isa/contract/host';
import type { ReactNode } from 'react';
import { matchPath } from 'react-router-dom';

/** A page that is rendered, and not shown, before the visitor follows a link to it. */
export interface PageAhead extends PageAddress {
  readonly key: string;
  readonly route: PageRoute;
  readonly page: ReactNode;
  /** Becomes part of the document at the visit, so that until then nothing finds, styles or announces two pages. */
  readonly container: HTMLElement;
}

/** At most one page (decision 316). */
export interface PageAheadStore extends ReadonlyStore<PageAhead | undefined> {
  /** Renders a page ahead, instead of the one before. */
  render(route: PageRoute, pathname: string, page: ReactNode): void;
  clear(): void;
}

/** This document's page ahead; none in Node. */
export const pageAhead = createPageAhead();

export function createPageAhead(): PageAheadStore {
  const { setState, ...store } = createStore<PageAhead | undefined>(() => undefined);
  let count = 0;
  return {
    ...store,
    render(route, pathname, page) {
      const present = store.getState();
      if (present && present.page === page && present.location.pathname === pathname) return;
      const container = document.createElement('div');
      container.style.display = 'contents';
      count += 1;
      setState(
        {
          key: `ahead ${count}`,
          route,
          page,
          container,
          location: { pathname, search: '', hash: '', state: null, key: 'ahead' },
          params: matchPath(route.path ?? '', pathname)?.params ?? {},
        },
        true,
      );
    },
    clear: () => setState(undefined, true),
  };
}

/** Whether an address has nothing but a path. A query or a fragment may change what a page renders first. */
export function isPlain({ search, hash }: Pick<Location, 'search' | 'hash'>): boolean {
  return search === '' && hash === '';
}
