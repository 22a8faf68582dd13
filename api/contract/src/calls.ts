import type { Call, InputOf, Method, OutputOf } from './call';
import type { CallSchemas } from './schemas/call-schemas';

type CallName = keyof CallSchemas;

function call<Name extends CallName>(
  _name: Name,
  method: Method,
  path: string,
): Call<InputOf<CallSchemas[Name]>, OutputOf<CallSchemas[Name]>> {
  return { method, path };
}

/** Method and path of every JSON call of the API: those of specification §7 and the site's additions. */
export const calls = {
  listBooks: call('listBooks', 'GET', '/api/books'),
  readBook: call('readBook', 'GET', '/api/books/:bookId'),
  listLessons: call('listLessons', 'GET', '/api/lessons'),
  readLesson: call('readLesson', 'GET', '/api/lessons/:lessonId'),
  listCourses: call('listCourses', 'GET', '/api/courses'),
  readCourse: call('readCourse', 'GET', '/api/courses/:slug'),
  listPosts: call('listPosts', 'GET', '/api/posts'),
  readPost: call('readPost', 'GET', '/api/posts/:postId'),
  readLegalPage: call('readLegalPage', 'GET', '/api/legal/:slug'),
  readSearchable: call('readSearchable', 'GET', '/api/searchable'),
  readSiteLinks: call('readSiteLinks', 'GET', '/api/site-links'),
  readEntityTags: call('readEntityTags', 'GET', '/api/entity-tags'),

  signup: call('signup', 'POST', '/api/signup'),
  login: call('login', 'POST', '/api/login'),
  startPasskeyLogin: call('startPasskeyLogin', 'POST', '/api/login/passkey/options'),
  passkeyLogin: call('passkeyLogin', 'POST', '/api/login/passkey'),
  sendLogInLink: call('sendLogInLink', 'POST', '/api/login/link'),
  linkLogIn: call('linkLogIn', 'POST', '/api/login/link/use'),
  takeUser: call('takeUser', 'POST', '/api/takeUser'),
  logout: call('logout', 'POST', '/api/logout'),
  forgotPassword: call('forgotPassword', 'POST', '/api/forgot-password'),
  resetPassword: call('resetPassword', 'POST', '/api/reset-password/:token'),
  verifyEmail: call('verifyEmail', 'POST', '/api/verify-email'),
  rejectSignup: call('rejectSignup', 'POST', '/api/verify-email/reject'),

  readAccount: call('readAccount', 'GET', '/api/account'),
  updateAccount: call('updateAccount', 'PUT', '/api/account'),
  sendVerification: call('sendVerification', 'POST', '/api/account/verification'),
  changePassword: call('changePassword', 'POST', '/api/account/password'),
  changeEmail: call('changeEmail', 'POST', '/api/account/email'),
  startReauthentication: call('startReauthentication', 'POST', '/api/account/reauthentication'),
  listPasskeys: call('listPasskeys', 'GET', '/api/account/passkeys'),
  startPasskey: call('startPasskey', 'POST', '/api/account/passkeys/options'),
  addPasskey: call('addPasskey', 'POST', '/api/account/passkeys'),
  renamePasskey: call('renamePasskey', 'PUT', '/api/account/passkeys/:passkeyId'),
  removePasskey: call('removePasskey', 'POST', '/api/account/passkeys/:passkeyId/remove'),
  listSessions: call('listSessions', 'GET', '/api/account/sessions'),
  endSession: call('endSession', 'POST', '/api/account/sessions/:sessionId/end'),
  endAllSessions: call('endAllSessions', 'POST', '/api/account/sessions/end'),
  exportAccount: call('exportAccount', 'GET', '/api/account/export'),
  deleteAccount: call('deleteAccount', 'POST', '/api/account/delete'),

  checkoutSettings: call('checkoutSettings', 'GET', '/api/checkout-settings'),
  priceBasket: call('priceBasket', 'POST', '/api/basket-prices'),
  createOrder: call('createOrder', 'POST', '/api/orders'),
  captureOrder: call('captureOrder', 'POST', '/api/orders/:providerOrderId/capture'),
  readOrder: call('readOrder', 'GET', '/api/orders/:providerOrderId'),
  listMyOrders: call('listMyOrders', 'GET', '/api/my-orders'),
  readOrderByLink: call('readOrderByLink', 'GET', '/api/order-links/:link'),
  checkOrder: call('checkOrder', 'POST', '/api/order-links/:link/check'),
  askReturn: call('askReturn', 'POST', '/api/order-links/:link/return'),
  processPurchase: call('processPurchase', 'POST', '/api/process-purchase'),
  cancelOrder: call('cancelOrder', 'POST', '/api/orders/:providerOrderId/cancel'),
  cancelOrderByLink: call('cancelOrderByLink', 'POST', '/api/order-links/:link/cancel'),

  getUserPermissions: call('getUserPermissions', 'GET', '/api/get-user-permissions'),
  coursesByUser: call('coursesByUser', 'POST', '/api/coursesByUser'),
  createVideoTicket: call('createVideoTicket', 'POST', '/api/video-tickets'),
  readProgress: call('readProgress', 'GET', '/api/progress'),
  saveProgress: call('saveProgress', 'PUT', '/api/progress/:lessonId'),

  contact: call('contact', 'POST', '/api/contact'),
  newsletter: call('newsletter', 'POST', '/api/newsletter'),
  confirmNewsletter: call('confirmNewsletter', 'POST', '/api/newsletter/confirm'),
  unsubscribeNewsletter: call('unsubscribeNewsletter', 'POST', '/api/newsletter/unsubscribe'),

  telemetry: call('telemetry', 'POST', '/api/telemetry'),
  releaseTelemetry: call('releaseTelemetry', 'GET', '/api/telemetry/releases'),
} as const satisfies { readonly [Name in CallName]: Call<never, unknown> };

/** The request of a call by its name: `{ params, query, body }`, each only where the call has it. */
export type CallInput<Name extends CallName> = InputOf<CallSchemas[Name]>;
/** The successful response of a call by its name. A failure is a `Problem`. */
export type CallOutput<Name extends CallName> = OutputOf<CallSchemas[Name]>;
