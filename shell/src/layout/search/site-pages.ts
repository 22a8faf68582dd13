import { type MenuEntry, paths } from '@isa/contract';
import { legalPages } from '../legal-pages';
import type { Entry } from './search-index';

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

/** Words by which visitors look for a page besides its name. */
const words: Readonly<Record<string, string>> = {
  [paths.home]: 'academy team next run film',
  [paths.about]: 'founder colonel career history detective who',
  [paths.allTrainingCourses]: 'training dates price duration place group',
  [paths.services]: 'detective inquiry advice',
  [paths.investigations]:
    'private detective fraud due diligence insurance tracing counter-surveillance litigation',
  [paths.consultancy]: 'advice consultant train the trainer promotion department procedure audit',
  [paths.blog]: 'posts news articles',
  [paths.onlineCourses]: 'video lessons premium unlock e-learning',
  [paths.books]: 'volumes handbook manual pack shipping',
  [paths.contact]: 'phone telephone e-mail address office hours headquarters support help apply dates',
  [paths.basket]: 'basket checkout shipping payment',
  [paths.myOrders]: 'order receipt invoice delivery returns refund cancel',
  [paths.login()]: 'log in sign in account password passkey',
  [paths.register()]: 'sign up create account',
  [paths.forgotPassword]: 'reset password',
};

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
    text: words[path] ?? '',
  }));
}
