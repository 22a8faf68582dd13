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
    ['remembers them for the next document of the tab', window, window],
    ['counts errors of one document when the browser denies storage', denied, undefined],
  ])('%s', (_, page, next) => {
    const first = trackBrokenReleases(page);
    first.addRenderError(shop);
    const second = next ? trackBrokenReleases(next) : first;
    expect(second.isBroken(shop)).toBe(false);
    second.addRenderError(shop);
    expect(second.isBroken(shop)).toBe(true);
  });

  it.each(['', '{', 'null', '[]', '{"shop@1.5.0":"2"}'])('ignores the invalid counts %j', (text) => {
    sessionStorage.setItem('isa-shell:thrown', text);
    expect(trackBrokenReleases(window).isBroken(shop)).toBe(false);
  });
});
