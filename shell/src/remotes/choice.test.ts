import { bucketsOf, chooseReleases, NEVER_CANARY, releasesInOrder } from './choice';
import type { RegisteredRemote } from '../../formats/registry';
import { pageWith, registered } from '../testing/releases';
import { visitorBuckets } from './visitor';

const visitors = Array.from({ length: 2_000 }, (_, index) => `visitor-${index}`);

function shopWithCanary(percent: number, version = '1.6.0'): RegisteredRemote {
  return {
    name: 'shop',
    live: registered('shop', '1.5.0'),
    previous: registered('shop', '1.4.0'),
    canary: { percent, release: registered('shop', version) },
  };
}

const slotFor = (visitor: string, { canary }: RegisteredRemote) =>
  canary && bucketsOf(visitor)('shop', canary.release.version) < canary.percent ? 'canary' : 'live';
const canariesAt = (percent: number, version?: string) =>
  visitors.filter((visitor) => slotFor(visitor, shopWithCanary(percent, version)) === 'canary');

describe('a canary', () => {
  it.each([1, 5, 20, 50, 90])('is given to about %i %% of the visitors', (percent) => {
    const share = (canariesAt(percent).length / visitors.length) * 100;
    // Four standard deviations of a fair draw.
    const tolerance = 4 * Math.sqrt((percent * (100 - percent)) / visitors.length);
    expect(Math.abs(share - percent)).toBeLessThan(tolerance);
  });

  it('is given to nobody at 0 and to everybody at 100', () => {
    expect(canariesAt(0)).toHaveLength(0);
    expect(canariesAt(100)).toHaveLength(visitors.length);
  });

  it('keeps everybody who is in when its percentage is raised', () => {
    const later = new Set(canariesAt(20));
    expect(canariesAt(5).filter((visitor) => !later.has(visitor))).toEqual([]);
  });

  it('draws anew for each candidate and each remote', () => {
    const first = new Set(canariesAt(10, '1.6.0'));
    const again = canariesAt(10, '1.7.0').filter((visitor) => first.has(visitor));
    // By chance 10 % of the 10 %.
    expect(again.length / first.size).toBeLessThan(0.25);
    const [visitor = ''] = visitors;
    expect(bucketsOf(visitor)('shop', '1.0.0')).not.toBe(bucketsOf(visitor)('blog', '1.0.0'));
  });

  it('is chosen for whoever is below its percentage', () => {
    const page = pageWith(1, shopWithCanary(20));
    for (const visitor of visitors.slice(0, 40)) {
      expect(chooseReleases(page, bucketsOf(visitor))[0]?.slot).toBe(slotFor(visitor, shopWithCanary(20)));
    }
  });

  it('is no choice for visitors who cannot be recognised, unless it is everybody’s', () => {
    const page = (percent: number) => pageWith(1, shopWithCanary(percent));
    expect(chooseReleases(page(99), NEVER_CANARY)[0]?.slot).toBe('live');
    expect(chooseReleases(page(100), NEVER_CANARY)[0]?.slot).toBe('canary');
  });
});

describe('the order of a remote’s releases', () => {
  it('is canary, live, previous for a canary, and live, previous for the others', () => {
    const page = pageWith(1, shopWithCanary(50));
    const slots = (bucket: number) => releasesInOrder(page, 'shop', () => bucket).map(({ slot }) => slot);
    expect(slots(10)).toEqual(['canary', 'live', 'previous']);
    expect(slots(50)).toEqual(['live', 'previous']);
  });

  it('leads below the address of the store', () => {
    const [release] = releasesInOrder(pageWith(1, shopWithCanary(0)), 'shop', () => 0);
    expect(release?.entry).toBe('https://cdn.test/shop/1.5.0/remote-entry.js');
  });

  it('is empty for a remote that nobody knows', () => {
    expect(releasesInOrder(pageWith(1), 'shop', () => 0)).toEqual([]);
  });

  it('passes over what has shown to be bad, while there is something else', () => {
    const page = pageWith(1, shopWithCanary(100));
    const bad = new Set(['1.6.0', '1.5.0']);
    const versions = () =>
      chooseReleases(
        page,
        () => 0,
        ({ version }) => bad.has(version),
      ).map(({ version, slot }) => [version, slot]);
    expect(versions()).toEqual([['1.4.0', 'previous']]);
    bad.add('1.4.0');
    expect(versions()).toEqual([['1.6.0', 'canary']]);
  });
});

describe('a visitor', () => {
  beforeEach(() => localStorage.clear());

  it('keeps the same buckets from page to page', () => {
    const first = visitorBuckets(window)('shop', '1.0.0');
    expect(visitorBuckets(window)('shop', '1.0.0')).toBe(first);
    localStorage.clear();
    expect(visitorBuckets(window)('shop', '1.0.0')).not.toBe(first);
  });

  it('leaves nothing behind but one entry of the shell', () => {
    visitorBuckets(window);
    expect(Object.keys(localStorage)).toEqual(['isa-shell:visitor']);
  });

  it.each([
    [
      'storage throws',
      {
        get localStorage(): Storage {
          throw new DOMException('denied', 'SecurityError');
        },
      },
    ],
    [
      'storage is full',
      {
        localStorage: {
          getItem: () => null,
          setItem: () => {
            throw new DOMException('full');
          },
        } as never,
      },
    ],
  ])('is never a canary when %s', (_, page) => {
    expect(visitorBuckets(page)).toBe(NEVER_CANARY);
  });
});
