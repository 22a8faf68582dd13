import { release } from '../testing/releases';
import { trackBrokenReleases } from './broken-releases';

const shop = release('shop', '1.5.0');
const denied = {
  get sessionStorage(): Storage {
    throw new DOMException('denied', 'SecurityError');
  },
};

describe('broken releases', () => {
  beforeEach(() => sessionStorage.clear());

  it.each([
    ['are remembered for the next document of the tab', window, window],
    ['are remembered for one document when the browser denies storage', denied, undefined],
  ])('%s', (_, page, next) => {
    const first = trackBrokenReleases(page);
    expect(first.isBroken(shop)).toBe(false);
    first.add(shop);
    const second = next ? trackBrokenReleases(next) : first;
    expect(second.isBroken(shop)).toBe(true);
    expect(second.isBroken(release('shop', '1.4.0'))).toBe(false);
  });

  it.each(['', '{', 'null', '{}', '[1,null]', '{"shop@1.5.0":2}'])(
    'ignore the invalid names %j in the storage',
    (text) => {
      sessionStorage.setItem('isa-shell:thrown', text);
      expect(trackBrokenReleases(window).isBroken(shop)).toBe(false);
    },
  );
});
