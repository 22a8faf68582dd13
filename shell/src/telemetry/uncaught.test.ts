import { release } from '../testing/releases';
import type { Subject } from './telemetry';
import { watchUncaught } from './uncaught';

const shell: Subject = { name: 'shell', version: '2.0.0', slot: 'live' };
const shop = release('shop', '1.5.0');
const alreadyReported = new WeakSet<Error>();
const reported: string[] = [];

watchUncaught({
  page: window,
  shell,
  releases: () => [shop],
  isReported: (error) => error instanceof Error && alreadyReported.has(error),
  report: ({ name, version }) => void reported.push(`${name}@${version}`),
  reportPolicy: ({ name }) => void reported.push(`policy ${name}`),
});

function errorFrom(...scripts: string[]): Error {
  const error = new TypeError('boom');
  error.stack = ['TypeError: boom', ...scripts.map((script) => `    at f (${script}:1:2)`)].join('\n');
  return error;
}

const throwError = (error: unknown, filename = '') =>
  window.dispatchEvent(new ErrorEvent('error', { error, filename }));
/** @returns whether the browser prints it. */
const reject = (reason: unknown) =>
  window.dispatchEvent(Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason }));

describe('an uncaught error', () => {
  beforeEach(() => (reported.length = 0));

  it('is attributed to the release whose script threw it', () => {
    throwError(errorFrom('https://cdn.test/shop/1.5.0/12.js'));
    reject(errorFrom('https://cdn.test/shop/1.5.0/12.js', `${location.origin}/shell/2.0.0/main.js`));
    throwError(undefined, 'https://cdn.test/shop/1.5.0/remote-entry.js');
    expect(reported).toEqual(['shop@1.5.0', 'shop@1.5.0', 'shop@1.5.0']);
  });

  it('is attributed to the shell when its script threw it', () => {
    reject(errorFrom(`${location.origin}/shell/2.0.0/main.js`, 'https://cdn.test/shop/1.5.0/12.js'));
    expect(reported).toEqual(['shell@2.0.0']);
  });

  it.each([
    ['comes from an extension', () => throwError(errorFrom('chrome-extension://abc/content.js'))],
    ['comes from another site', () => throwError(errorFrom('https://elsewhere.test/tracker.js'))],
    ['has no script', () => reject('text')],
    ['is an aborted request', () => reject(new DOMException('off', 'AbortError'))],
  ])('is not reported when it %s', (_, happen) => {
    happen();
    expect(reported).toEqual([]);
  });

  it.each([
    ['Skipping view transition because skipTransition() was called.', 'AbortError'],
    ['View transition update callback timed out.', 'TimeoutError'],
    ['Transition was aborted because of invalid state', 'InvalidStateError'],
  ])('is not printed when it only ends a view transition: %s', (message, name) => {
    expect(reject(new DOMException(message, name))).toBe(false);
    expect(reject(new DOMException('off', name))).toBe(true);
    expect(reported).toEqual([]);
  });

  it('is not reported twice', () => {
    const error = errorFrom('https://cdn.test/shop/1.5.0/12.js');
    alreadyReported.add(error);
    throwError(error);
    expect(reported).toEqual([]);
  });
});

test('broken rules of the content policy are reported for the release of the script, at most ten in a document', () => {
  reported.length = 0;
  const violate = (sourceFile: string) =>
    document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { sourceFile }));
  violate('chrome-extension://abc/content.js');
  violate('https://elsewhere.test/sdk.js');
  violate('');
  violate('https://cdn.test/shop/1.5.0/12.js');
  for (let count = 0; count < 20; count += 1) violate(`${location.origin}/shell/2.0.0/main.js`);
  expect(reported).toEqual(['policy shop', ...Array<string>(9).fill('policy shell')]);
});
