import type { TelemetryEvent } from '@isa/api-contract';
import { createTelemetry, type Subject } from './telemetry';

const shop: Subject = { name: 'shop', version: '1.5.0', slot: 'live' };
const previous: Subject = { name: 'shop', version: '1.4.0', slot: 'previous' };

function reporting({ sampled = true } = {}) {
  const events: TelemetryEvent[] = [];
  let now = 0;
  const telemetry = createTelemetry({
    addEvent: (event) => events.push(event),
    isSampled: () => sampled,
    now: () => now,
  });
  return { telemetry, events, at: (time: number) => (now = time) };
}

const brief = (events: readonly TelemetryEvent[]) =>
  events.map((event) =>
    [
      event.kind,
      event.version,
      ...(event.kind === 'error' ? [event.phase, event.first ? 'first' : 'again'] : []),
      ...(event.kind === 'vital' ? [event.name, event.route, event.counted] : []),
    ]
      .filter(Boolean)
      .join(' '),
  );

describe('telemetry', () => {
  it('counts one view of a release per page, with the route’s pattern', () => {
    const { telemetry, events } = reporting();
    telemetry.begin('/isa-books/:bookId');
    telemetry.rendered(shop);
    expect(events).toEqual([
      { kind: 'view', remote: 'shop', version: '1.5.0', slot: 'live', route: '/isa-books/:bookId' },
    ]);
  });

  it.each([
    [
      'Chromium',
      'TypeError: x of a visitor\n    at o (https://cdn.test/shop/1.5.0/604.0123456789ab.js:1:2345)\n    at p (https://cdn.test/shop/1.5.0/remote.js:1:1)',
    ],
    [
      'Firefox',
      'o@https://cdn.test/shop/1.5.0/604.0123456789ab.js:1:2345\np@https://site.test/shell/1.0.0/main.js:1:1',
    ],
    [
      'a script that releases share',
      'at o (https://cdn.test/shop/files/604.0123456789ab.js:1:2345)\n    at p (https://site.test/shell/1.0.0/main.js:1:1)',
    ],
    [
      'a frame of the shell first',
      'at x (https://site.test/shell/1.0.0/main.js:2:3)\n    at https://cdn.test/shop/1.5.0/604.0123456789ab.js:1:2345',
    ],
  ])('reports where an error was thrown in its release, and nothing of its text: %s', (_engine, stack) => {
    const { telemetry, events } = reporting();
    telemetry.error(shop, 'render', Object.assign(new Error('Sam Reed'), { stack }));
    expect(events.at(-1)).toEqual({
      ...{ kind: 'error', remote: 'shop', version: '1.5.0', slot: 'live', phase: 'render', first: true },
      place: '604.0123456789ab.js:1:2345',
    });
  });

  it.each([
    ['is of another release', new Error('x')],
    ['is no error', 'https://cdn.test/shop/1.5.0/604.js:1:2'],
    [
      'has an address in place of a script',
      Object.assign(new Error(), { stack: 'at /shop/1.5.0/ada@example.org.js:1:1' }),
    ],
  ])('reports no place when what was thrown %s', (_kind, cause) => {
    const { telemetry, events } = reporting();
    telemetry.error(shop, 'render', cause);
    expect(events.at(-1)).not.toHaveProperty('place');
  });

  it('counts a view of each release that was tried for the page, and marks its first error', () => {
    const { telemetry, events } = reporting();
    telemetry.begin('/books');
    telemetry.error(shop, 'fetch');
    telemetry.error(shop, 'chunk');
    telemetry.rendered(previous);
    telemetry.error(previous, 'render');
    expect(brief(events)).toEqual([
      'view 1.5.0',
      'error 1.5.0 fetch first',
      'error 1.5.0 chunk again',
      'view 1.4.0',
      'error 1.4.0 render first',
    ]);
  });

  it('counts again for the next page', () => {
    const { telemetry, events } = reporting();
    for (const route of ['/one', '/two']) {
      telemetry.begin(route);
      telemetry.error(shop, 'render');
      telemetry.rendered(shop);
    }
    expect(brief(events)).toEqual([
      'view 1.5.0',
      'error 1.5.0 render first',
      'view 1.5.0',
      'error 1.5.0 render first',
    ]);
  });

  it.each(['*', '/reset/5f4dcc3b5aa765d61d8327deb882cf99', '/a?token=secret', undefined])(
    'does not report the route %s, which could be an address',
    (route) => {
      const { telemetry, events } = reporting();
      telemetry.begin(route);
      telemetry.rendered(shop);
      expect(events).toEqual([{ kind: 'view', remote: 'shop', version: '1.5.0', slot: 'live' }]);
    },
  );

  it('attributes a vital to the page on which it happened', () => {
    const { telemetry, events, at } = reporting();
    telemetry.begin('/one');
    at(400);
    telemetry.rendered(shop);
    telemetry.begin('/two');
    at(2_000);
    telemetry.rendered(previous);
    events.length = 0;
    telemetry.vital('LCP', 300, 300);
    telemetry.vital('INP', 90, 1_500);
    telemetry.vital('LCP', 300, 2_500);
    expect(brief(events)).toEqual([
      'vital 1.5.0 LCP /one',
      'vital 1.5.0 INP /one measured',
      'vital 1.4.0 LCP /two',
    ]);
  });

  it('says of each vital how earlier ones have counted its view', () => {
    const { telemetry, events } = reporting();
    telemetry.begin('/one');
    telemetry.rendered(shop);
    events.length = 0;
    telemetry.vital('LCP', 2_500, 300);
    telemetry.vital('INP', 208, 1_500);
    telemetry.vital('INP', 16, 2_500);
    expect(brief(events)).toEqual([
      'vital 1.5.0 LCP /one',
      'vital 1.5.0 INP /one measured',
      'vital 1.5.0 INP /one slow',
    ]);
  });

  it('limits and rounds times, and reports vitals only when sampled', () => {
    const { telemetry, events } = reporting();
    telemetry.rendered(shop);
    for (const value of [12.345678, 10 ** 9, -1]) telemetry.vital('LCP', value, 0);
    const values = events.flatMap((event) => (event.kind === 'vital' ? event.value : []));
    expect(values).toEqual([12.346, 600_000, 0]);
    const unsampled = reporting({ sampled: false });
    unsampled.telemetry.rendered(shop);
    unsampled.telemetry.vital('LCP', 10, 0);
    unsampled.telemetry.error(shop, 'fetch');
    expect(brief(unsampled.events)).toEqual(['view 1.5.0', 'error 1.5.0 fetch first']);
  });
});
