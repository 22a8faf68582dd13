import { definePage, paths, type RemoteRoute } from '@isa/contract';

const reset = () => import('./reset-page');

/** The shell's own pages, in the very same shape as a remote's. */
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
  // Both readings of the specification work; our mails link the first.
  definePage({ path: paths.reset.pattern, title: 'New password', access: 'signed-out', page: reset }),
  definePage({ path: paths.resetAlias.pattern, title: 'New password', access: 'signed-out', page: reset }),
];
