import { type ReactNode, useSyncExternalStore } from 'react';
import { Layout } from '../layout/layout';
import type { Toasts } from '../layout/toasts';
import type { Remotes } from '../remotes/remotes';

interface LiveLayoutProps {
  readonly remotes: Remotes;
  readonly toasts: Toasts;
  readonly children?: ReactNode;
}

/** The layout with the menu of the releases that the tab has chosen, whichever they are at the time. */
export function LiveLayout({ remotes, toasts, children }: LiveLayoutProps) {
  const menuNow = () => remotes.menu;
  const menu = useSyncExternalStore(remotes.subscribe, menuNow, menuNow);
  return (
    <Layout menu={menu} toasts={toasts}>
      {children}
    </Layout>
  );
}
