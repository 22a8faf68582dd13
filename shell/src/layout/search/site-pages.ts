import { type MenuEntry, paths } from '@isa/contract';
import { legalPages } from '../legal-pages';
import type { Entry } from './search-index';
import { wordsFor } from './search-words';

/** Pages without an entry in the main menu. */
const otherPages = [
  { label: 'Services: Investigations', path: paths.investigations },
  { label: 'Services: Consultancy', path: paths.consultancy },
  { label: 'Contact Us', path: paths.contact },
  { label: 'Cart', path: paths.basket },
  { label: 'Orders', path: paths.myOrders },
  { label: 'Login', path: paths.login() },
  { label: 'Register', path: paths.register() },
  { label: 'Forgotten password', path: paths.forgotPassword },
] as const;

/** The site's own pages: the main menu's and those beside it. */
export function sitePages(menu: readonly MenuEntry[]): readonly Entry[] {
  const links: readonly { readonly label: string; readonly path: string }[] = [
    ...menu
      .filter((entry) => entry.menu === 'main')
      .flatMap(({ label, path, children }) =>
        children
          ? children.map((child) => ({ label: `${label}: ${child.label}`, path: child.path }))
          : [{ label, path }],
      ),
    ...otherPages,
    ...legalPages.map(({ slug, label }) => ({ label, path: paths.legal(slug) })),
  ];
  return links.map(({ label, path }) => ({
    id: path,
    kind: 'Page',
    title: label,
    summary: '',
    path,
    text: wordsFor(path),
  }));
}
