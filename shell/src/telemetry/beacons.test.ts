import type { TelemetryEvent } from '@isa/api-contract';
import { createBeacons } from './beacons';

const about = { remote: 'shop', version: '1.5.0', slot: 'live' } as const;
const view: TelemetryEvent = { kind: 'view', ...about };
const error: TelemetryEvent = { kind: 'error', ...about, phase: 'render', first: true };

function collecting(send = jest.fn()) {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const page = Object.assign(new EventTarget(), { document });
  const beacons = createBeacons({ page: page as never, send });
  const sizes = () => send.mock.calls.map(([events]: [readonly TelemetryEvent[]]) => events.length);
  return {
    beacons,
    sizes,
    leave: () => page.dispatchEvent(new Event('pagehide')),
    async hide() {
      document.visibilityState = 'hidden';
      document.dispatchEvent(new Event('visibilitychange'));
      await Promise.resolve();
    },
  };
}

describe('beacons', () => {
  it('are sent when the page is hidden or left', async () => {
    const { beacons, sizes, hide, leave } = collecting();
    beacons.add(view);
    beacons.add(view);
    expect(sizes()).toEqual([]);
    await hide();
    leave();
    expect(sizes()).toEqual([2]);
  });

  it('include events that later listeners add when the page is hidden', async () => {
    const { beacons, sizes, hide } = collecting();
    const hidden = hide();
    beacons.add(view);
    beacons.add(view);
    await hidden;
    expect(sizes()).toEqual([2]);
  });

  it('are sent at once when a batch is full', () => {
    const { beacons, sizes } = collecting();
    for (let count = 0; count < 51; count += 1) beacons.add(view);
    expect(sizes()).toEqual([50]);
  });

  it('are sent soon after an error', () => {
    jest.useFakeTimers();
    try {
      const { beacons, sizes } = collecting();
      beacons.add(view);
      beacons.add(error);
      beacons.add(error);
      jest.advanceTimersByTime(60_000);
      expect(sizes()).toEqual([3]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('are limited per document', () => {
    const { beacons, sizes, leave } = collecting();
    for (let count = 0; count < 5_000; count += 1) beacons.add(error);
    leave();
    expect(sizes().reduce((sum, size) => sum + size, 0)).toBe(300);
  });

  it('do not throw when sending fails', () => {
    const { beacons, leave } = collecting(
      jest.fn(() => {
        throw new Error('The browser refuses.');
      }),
    );
    beacons.add(view);
    expect(leave).not.toThrow();
  });
});
