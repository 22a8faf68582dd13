import { definePage, type RemoteRoute } from '@isa/contract';
import * as paths from '@isa/api-contract/paths';

function formPage(path: string, title: string, page: RemoteRoute['page']): RemoteRoute {
  return definePage({ path, title, access: 'signed-out', page });
}

/** The page itself tells customers why it leads them home. */
function passwordPage(path: string, title: string, page: RemoteRoute['page']): RemoteRoute {
  return definePage({ path, title, addresses: [], page });
}

const resetPage = () => import('./reset-page');

/** The shell's own pages, defined like a remote's. */
export const accountRoutes: readonly RemoteRoute[] = [
  formPage(paths.login(), 'Log in', () => import('./login-page')),
  formPage(paths.register(), 'Register', () => import('./register-page')),
  passwordPage(paths.forgotPassword, 'Forgotten password', () => import('./forgot-page')),
  // The specification names both paths; emails link to the first.
  passwordPage(paths.reset.pattern, 'New password', resetPage),
  passwordPage(paths.resetAlias.pattern, 'New password', resetPage),
  definePage({
    path: paths.account,
    title: 'Your account',
    access: 'signed-in',
    page: () => import('./account/account-page'),
  }),
  definePage({
    path: paths.verifyEmail(),
    title: 'Confirm your email',
    addresses: [],
    page: () => import('./verify-email-page'),
  }),
];
