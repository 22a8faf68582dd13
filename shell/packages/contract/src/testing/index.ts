export { type Answer, answer, type FakeHost, fakeHost, type FakeHostOptions } from './fake-host';
export { remoteAt, renderStandalone } from './render-remote';
export { failed, pageStory, pending, type Stories, type Story } from './stories';
export { structuredData } from './structured-data';
