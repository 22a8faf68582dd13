const { TestEnvironment } = require('jest-environment-jsdom');

/**
 * jsdom with Node's own fetch family and abort signals: React Router builds a Request with a signal
 * at each navigation, and the two only accept each other when they come from the same realm.
 */
module.exports = class BrowserEnvironment extends TestEnvironment {
  constructor(...parameters) {
    super(...parameters);
    const { AbortController, AbortSignal, fetch, Headers, Request, Response, TextDecoder, TextEncoder } =
      globalThis;
    Object.assign(this.global, {
      AbortController,
      AbortSignal,
      fetch,
      Headers,
      Request,
      Response,
      TextDecoder,
      TextEncoder,
    });
  }
};
