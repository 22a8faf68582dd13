import { definePage, paths, type RemoteRoute } from '@isa/contract';

const resetPage = {
  title: 'New password',
  access: 'signed-out',
  page: () => import('./reset-page'),
} as const;

/** The shell's own pages, defined like a remote's. */
export const accountRoutes: readonly RemoteRoute[] = [
  definePage({
    path: paths.login(),
    title: 'Log in',
    access: 'signed-out',
    page: () => import('./login-page'),
  }),
  definePage({
    path: paths.register(),
    title: 'Register',
    access: 'signed-out',
    page: () => import('./register-page'),
  }),
  definePage({
    path: paths.forgotPassword,
    title: 'Forgotten password',
    access: 'signed-out',
    page: () => import('./forgot-page'),
  }),
  definePage({
    path: paths.account,
    title: 'Your account',
    access: 'signed-in',
    page: () => import('./account/account-page'),
  }),
  definePage({
    path: paths.verifyEmail(),
    title: 'Confirm your e-mail',
    addresses: [],
    page: () => import('./verify-email-page'),
  }),
  // The specification names both paths; e-mails link to the first.
  definePage({ ...resetPage, path: paths.reset.pattern }),
  definePage({ ...resetPage, path: paths.resetAlias.pattern }),
];
