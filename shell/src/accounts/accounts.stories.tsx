import { calls } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { defineRemote } from '@isa/contract';
import { answer, failed, pageStory, pending, type Stories } from '@isa/contract/testing';
import { accountRoutes } from './routes';

const shell = defineRemote({ name: 'shell', routes: accountRoutes, menu: [] });
const session = { status: 'in', name: 'Sam Reed' } as const;
const account = answer(calls.readAccount, () => ({
  account: {
    username: 'sam',
    name: 'Sam Reed',
    email: 'sam@example.com',
    emailVerified: false,
    createdAt: '2026-11-01T10:00:00.000Z',
  },
}));

export default {
  login: pageStory(shell, paths.login(), 'Login'),
  'login, link': pageStory(shell, paths.logInLink('token'), 'Press the button'),
  register: pageStory(shell, paths.register(), 'Register'),
  forgotten: pageStory(shell, paths.forgotPassword, 'Email'),
  reset: pageStory(shell, paths.reset('token'), 'Password'),
  'account, loading': pageStory(shell, paths.account, 'Your account', {
    session,
    answers: [pending(calls.readAccount)],
  }),
  'account, error': pageStory(shell, paths.account, 'Your account', {
    session,
    answers: [failed(calls.readAccount, 'network')],
  }),
  'account, full': pageStory(shell, paths.account, 'sam@example.com', { session, answers: [account] }),
} satisfies Stories;
