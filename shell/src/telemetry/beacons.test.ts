import type { TelemetryEvent } from '@isa/api-contract';
import { createBeacons } from './beacons';

const about = { remote: 'shop', version: '1.5.0', slot: 'live' } as const;
const view: TelemetryEvent = { kind: 'view', ...about };
const error: TelemetryEvent = { kind: 'error', ...about, phase: 'render', first: true };

function collecting(send = jest.fn()) {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const page = Object.assign(new EventTarget(), { document });
  const add = createBeacons(page as never, send);
  const sizes = () => send.mock.calls.map(([events]: [readonly TelemetryEvent[]]) => events.length);
  return {
    add,
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
    const { add, sizes, hide, leave } = collecting();
    add(view);
    add(view);
    expect(sizes()).toEqual([]);
    await hide();
    leave();
    expect(sizes()).toEqual([2]);
  });

  it('include events that later listeners add when the page is hidden', async () => {
    const { add, sizes, hide } = collecting();
    const hidden = hide();
    add(view);
    add(view);
    await hidden;
    expect(sizes()).toEqual([2]);
  });

  it('are sent at once when a batch is full', () => {
    const { add, sizes } = collecting();
    for (let count = 0; count < 51; count += 1) add(view);
    expect(sizes()).toEqual([50]);
  });

  it('are sent soon after an error', () => {
    jest.useFakeTimers();
    try {
      const { add, sizes } = collecting();
      add(view);
      add(error);
      add(error);
      jest.advanceTimersByTime(60_000);
      expect(sizes()).toEqual([3]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('are limited per document', () => {
    const { add, sizes, leave } = collecting();
    for (let count = 0; count < 5_000; count += 1) add(error);
    leave();
    expect(sizes().reduce((sum, size) => sum + size, 0)).toBe(300);
  });

  it('do not throw when sending fails', () => {
    const { add, leave } = collecting(
      jest.fn(() => {
        throw new Error('The browser refuses.');
      }),
    );
    add(view);
    expect(leave).not.toThrow();
  });
});
