import type { CallsOf } from '@isa/api-contract/base';
import type { accountSchemas } from './schema';
import type { passkeySchemas } from './passkey-schema';

export const accountCalls: CallsOf<typeof accountSchemas> = {
  signup: { method: 'POST', path: '/api/signup' },
  login: { method: 'POST', path: '/api/login' },
  sendLogInLink: { method: 'POST', path: '/api/login/link' },
  linkLogIn: { method: 'POST', path: '/api/login/link/use' },
  takeUser: { method: 'POST', path: '/api/takeUser' },
  logout: { method: 'POST', path: '/api/logout' },
  forgotPassword: { method: 'POST', path: '/api/forgot-password' },
  resetPassword: { method: 'POST', path: '/api/reset-password/:token' },
  verifyEmail: { method: 'POST', path: '/api/verify-email' },
  rejectSignup: { method: 'POST', path: '/api/verify-email/reject' },
  readAccount: { method: 'GET', path: '/api/account' },
  updateAccount: { method: 'PUT', path: '/api/account' },
  sendVerification: { method: 'POST', path: '/api/account/verification' },
  changePassword: { method: 'POST', path: '/api/account/password' },
  changeEmail: { method: 'POST', path: '/api/account/email' },
  listSessions: { method: 'GET', path: '/api/account/sessions' },
  endSession: { method: 'POST', path: '/api/account/sessions/:sessionId/end' },
  endAllSessions: { method: 'POST', path: '/api/account/sessions/end' },
  exportAccount: { method: 'GET', path: '/api/account/export' },
  deleteAccount: { method: 'POST', path: '/api/account/delete' },
  beginStaffView: { method: 'POST', path: '/api/staff-view' },
  readStaffView: { method: 'GET', path: '/api/staff-view' },
  endStaffView: { method: 'POST', path: '/api/staff-view/end' },
};

export const passkeyCalls: CallsOf<typeof passkeySchemas> = {
  startPasskeyLogin: { method: 'POST', path: '/api/login/passkey/options' },
  passkeyLogin: { method: 'POST', path: '/api/login/passkey' },
  startReauthentication: { method: 'POST', path: '/api/account/reauthentication' },
  listPasskeys: { method: 'GET', path: '/api/account/passkeys' },
  startPasskey: { method: 'POST', path: '/api/account/passkeys/options' },
  addPasskey: { method: 'POST', path: '/api/account/passkeys' },
  renamePasskey: { method: 'PUT', path: '/api/account/passkeys/:passkeyId' },
  removePasskey: { method: 'POST', path: '/api/account/passkeys/:passkeyId/remove' },
};
