import { paths } from '@isa/contract';

const ACCOUNT_FORMS = [
  paths.login(),
  paths.register(),
  paths.forgotPassword,
  paths.reset(''),
  paths.resetAlias(''),
] as const;
const NOWHERE = 'https://nowhere.invalid';

/**
 * Where a login leads: the `next` parameter when it is an address of this site, else home. Whatever a
 * browser would read as another site (`//evil`, `/\evil`, `/.//evil`, control characters) is refused, and so are
 * the account forms themselves, which would only send a customer on.
 */
export function nextPath(search: URLSearchParams): string {
  const next = search.get('next');
  if (!next?.startsWith('/') || !URL.canParse(next, NOWHERE)) return paths.home;
  const url = new URL(next, NOWHERE);
  const leavesSite = url.origin !== NOWHERE || url.pathname.startsWith('//');
  const isForm = ACCOUNT_FORMS.some((form) =>
    form.endsWith('/') ? url.pathname.startsWith(form) : url.pathname === form,
  );
  return leavesSite || isForm ? paths.home : url.pathname + url.search + url.hash;
}
