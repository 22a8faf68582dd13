import { pagePath } from '../page-path';

export const login = (next?: string) => withNext('/login', next);
/** Logs in the browser that asked for it. The token is in the fragment, which never reaches a server's log. */
export const logInLink = (token: string) => `/login#link=${token}`;
export const register = (next?: string) => withNext('/register', next);
export const forgotPassword = '/forgot-password';
export const reset = pagePath<string>('/reset/:token');
export const resetAlias = pagePath<string>('/reset-password/:token');
export const account = '/account';
/** The token of the mail is in the fragment, which never reaches a server's log. */
export const verifyEmail = (token = '') => (token ? `/verify-email#${token}` : '/verify-email');
/** Confirms a new address of an existing account. The token goes to `verifyEmail` without the prefix. */
export const confirmNewEmail = (token: string) => `/verify-email#change=${token}`;

/** Adds where the form leads once it has succeeded. Home is the default and stays out of the address. */
function withNext(path: string, next = '/'): string {
  return next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`;
}
