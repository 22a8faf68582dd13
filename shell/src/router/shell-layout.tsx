import { useStore } from '@isa/contract';
import type { ReactNode } from 'react';
import { Layout } from '../layout/layout';
import type { Toasts } from '../layout/toasts';
import type { Remotes } from '../remotes/remotes';

interface ShellLayoutProps {
  readonly remotes: Remotes;
  readonly toasts: Toasts;
  readonly children?: ReactNode;
}

/** The layout with the menu of this tab's releases, which changes when the tab is updated. */
export function ShellLayout({ remotes, toasts, children }: ShellLayoutProps) {
  const menu = useStore(remotes.navigation, (navigation) => navigation.menu);
  return (
    <Layout menu={menu} toasts={toasts}>
      {children}
    </Layout>
  );
}
