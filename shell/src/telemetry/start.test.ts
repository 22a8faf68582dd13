import type { Remotes } from '../remotes/remotes';
import { pageWith, registered, release } from '../testing/releases';
import { startTelemetry } from './start';

const shop = release('shop', '1.5.0');
const override = { ...shop, version: 'dev', slot: 'override', unverified: true } as const;
const pageOf = (unverified = false) =>
  pageWith(1, { name: 'shop', live: registered('shop', '1.5.0', unverified ? { unverified } : {}) });
const router = {
  routes: [],
  state: { initialized: true, location: { key: 'a', pathname: '/books' }, navigation: { state: 'idle' } },
  subscribe: () => () => undefined,
};
const remotesWith = (one: typeof shop): Partial<Remotes> => ({ releases: [one], inUse: () => undefined });

const sent = jest.fn();
beforeEach(() => {
  sent.mockClear();
  Object.assign(navigator, { sendBeacon: sent });
});

test.each([
  ['a released site', pageOf(), shop, 1],
  ['a development server', pageOf(true), shop, 0],
  ['a site with a remote of a development server', pageOf(), override, 0],
])('%s sends the expected number of batches', (_name, page, used, batches) => {
  const telemetry = startTelemetry(window, page);
  telemetry.follow(router as never, remotesWith(used) as never);
  telemetry.failed(shop, 'render', new Error('it throws'));
  window.dispatchEvent(new Event('pagehide'));
  expect(sent).toHaveBeenCalledTimes(batches);
});

test('a failure of an overridden remote is not reported before the page has started', () => {
  startTelemetry(window, pageOf()).failed(override, 'fetch', new Error('it is off'));
  window.dispatchEvent(new Event('pagehide'));
  expect(sent).not.toHaveBeenCalled();
});

test('a page on the preview origin reports nothing, neither of a preview nor of other apps', () => {
  const telemetry = startTelemetry(window, { ...pageOf(), previewOrigin: location.origin });
  telemetry.follow(router as never, remotesWith(shop) as never);
  telemetry.failed(shop, 'render', new Error('it throws'));
  window.dispatchEvent(new Event('pagehide'));
  expect(sent).not.toHaveBeenCalled();
});

test('a staff view reports nothing of its canaries, which only visitors judge', () => {
  const telemetry = startTelemetry(window, pageOf());
  telemetry.silence();
  telemetry.follow(router as never, remotesWith({ ...shop, slot: 'canary' }) as never);
  telemetry.failed({ ...shop, slot: 'canary' }, 'render', new Error('it throws'));
  window.dispatchEvent(new Event('pagehide'));
  expect(sent).not.toHaveBeenCalled();
});
