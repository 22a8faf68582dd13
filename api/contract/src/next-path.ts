import { paths } from './paths';

/**
 * The forms are in a function, because calls at the start of a module would keep all paths in every remote's
 * bundle.
 */
const accountForms = () => [
  paths.login(),
  paths.register(),
  paths.forgotPassword,
  paths.reset(''),
  paths.resetAlias(''),
];
const PLACEHOLDER_ORIGIN = 'https://nowhere.invalid';

/**
 * The path after a login: the `next` parameter if it is a path of this site, else home. Rejects what browsers resolve to
 * another site (`//evil`, `/\evil`, `/.//evil`, control characters), and the account forms, which redirect customers.
 */
export function nextPath(search: URLSearchParams): string {
  const next = search.get('next');
  if (!next?.startsWith('/') || !URL.canParse(next, PLACEHOLDER_ORIGIN)) return paths.home;
  const url = new URL(next, PLACEHOLDER_ORIGIN);
  const leavesSite = url.origin !== PLACEHOLDER_ORIGIN || url.pathname.startsWith('//');
  const isForm = accountForms().some((form) =>
    form.endsWith('/') ? url.pathname.startsWith(form) : url.pathname === form,
  );
  return leavesSite || isForm ? paths.home : url.pathname + url.search + url.hash;
}
