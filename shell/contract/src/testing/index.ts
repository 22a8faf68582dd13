export { type Answer, answer, type FakeHost, fakeHost, type FakeHostOptions } from './fake-host';
export { remoteAt, remoteInBrowser, remoteRoutes } from './render-remote';
