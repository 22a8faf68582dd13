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

  it('are forgotten after ten minutes, whichever release has stored them', () => {
    trackBrokenReleases(window).add(shop);
    const later = Date.now() + 10 * 60_000;
    jest.spyOn(Date, 'now').mockReturnValue(later);
    expect(trackBrokenReleases(window).isBroken(shop)).toBe(false);
  });
});
