import { chooseReleases, releasesInOrder } from './choose-releases';
import { type Bucket, bucketsOf, EVERY_CANARY, NEVER_CANARY, visitorBuckets } from './canary-buckets';
import {
  isRemoteRelease,
  type PageRegistry,
  type RegisteredRemote,
  type RemoteRelease,
} from '../../platform/formats/registry';
import { pageWith, registered } from '../testing/releases';

/** The chosen releases of a page that contains all of them. */
const chosenFrom = (page: PageRegistry, bucket: Bucket, isBroken?: (release: RemoteRelease) => boolean) =>
  chooseReleases(page, bucket, isBroken).filter(isRemoteRelease);
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
    // Four standard deviations, which chance hardly exceeds.
    const tolerance = 4 * Math.sqrt((percent * (100 - percent)) / visitors.length);
    expect(Math.abs(share - percent)).toBeLessThan(tolerance);
  });

  it('is given to no visitor at 0 and to every visitor at 100', () => {
    expect(canariesAt(0)).toHaveLength(0);
    expect(canariesAt(100)).toHaveLength(visitors.length);
  });

  it('keeps its visitors when its percentage is raised', () => {
    const later = new Set(canariesAt(20));
    expect(canariesAt(5).filter((visitor) => !later.has(visitor))).toEqual([]);
  });

  it('has other visitors for each version and each remote', () => {
    const first = new Set(canariesAt(10, '1.6.0'));
    const again = canariesAt(10, '1.7.0').filter((visitor) => first.has(visitor));
    // By chance the canaries share a tenth of their visitors.
    expect(again.length / first.size).toBeLessThan(0.25);
    const [visitor = ''] = visitors;
    expect(bucketsOf(visitor)('shop', '1.0.0')).not.toBe(bucketsOf(visitor)('blog', '1.0.0'));
  });

  it('is chosen for visitors below its percentage', () => {
    const page = pageWith(1, shopWithCanary(20));
    for (const visitor of visitors.slice(0, 40)) {
      expect(chosenFrom(page, bucketsOf(visitor))[0]?.slot).toBe(slotFor(visitor, shopWithCanary(20)));
    }
  });

  it('is given to the same visitors as the others of its set', () => {
    const inSet = (remote: RegisteredRemote): RegisteredRemote => ({
      ...remote,
      ...(remote.canary && { canary: { ...remote.canary, set: 'spring' } }),
    });
    const learning = { ...shopWithCanary(50, '3.0.0'), name: 'learning' };
    const page = pageWith(1, inSet(shopWithCanary(50)), inSet(learning));
    const slots = visitors
      .slice(0, 100)
      .map((visitor) => chosenFrom(page, bucketsOf(visitor)).map(({ slot }) => slot));
    expect(slots.filter(([shop, other]) => shop !== other)).toEqual([]);
    expect(new Set(slots.flat())).toEqual(new Set(['canary', 'live']));
  });

  it('of 0 % is chosen for staff and for no visitor, whatever a script stores', () => {
    const page = pageWith(1, shopWithCanary(0));
    expect(chosenFrom(page, EVERY_CANARY)[0]?.slot).toBe('canary');
    for (const visitor of ['', '-1', 'NaN', 'Infinity', ...visitors]) {
      expect(chosenFrom(page, bucketsOf(visitor))[0]?.slot).toBe('live');
    }
    expect(chosenFrom(page, NEVER_CANARY)[0]?.slot).toBe('live');
  });

  it('is chosen for visitors without storage only at 100 %', () => {
    const page = (percent: number) => pageWith(1, shopWithCanary(percent));
    expect(chosenFrom(page(99), NEVER_CANARY)[0]?.slot).toBe('live');
    expect(chosenFrom(page(100), NEVER_CANARY)[0]?.slot).toBe('canary');
  });
});

describe('the order of a remote’s releases', () => {
  it('is canary, live, previous for a canary, and live, previous for the others', () => {
    const page = pageWith(1, shopWithCanary(50));
    const slots = (bucket: number) => releasesInOrder(page, 'shop', () => bucket).map(({ slot }) => slot);
    expect(slots(10)).toEqual(['canary', 'live', 'previous']);
    expect(slots(50)).toEqual(['live', 'previous']);
  });

  it('has entries below the address of the store', () => {
    const [release] = releasesInOrder(pageWith(1, shopWithCanary(0)), 'shop', () => 0);
    expect(release?.entry).toBe('https://cdn.test/shop/1.5.0/remote-entry.js');
  });

  it('is empty for an unknown remote', () => {
    expect(releasesInOrder(pageWith(1), 'shop', () => 0)).toEqual([]);
  });

  it('avoids broken releases while there is another one', () => {
    const page = pageWith(1, shopWithCanary(100));
    const broken = new Set(['1.6.0', '1.5.0']);
    const versions = () =>
      chosenFrom(
        page,
        () => 0,
        ({ version }) => broken.has(version),
      ).map(({ version, slot }) => [version, slot]);
    expect(versions()).toEqual([['1.4.0', 'previous']]);
    broken.add('1.4.0');
    expect(versions()).toEqual([['1.6.0', 'canary']]);
  });
});

describe('a version that a member of staff has chosen', () => {
  const page = pageWith(1, shopWithCanary(0));
  const shown = (version: string, in_: PageRegistry = page) =>
    chooseReleases(in_, EVERY_CANARY, undefined, [`shop@${version}`]).filter(isRemoteRelease);

  it.each(['1.6.0', '1.5.0', '1.4.0'])(
    'replaces every other one with the hashes of the registry (%s)',
    (version) => {
      const { hashes, integrity } = registered('shop', version);
      expect(shown(version)).toEqual([
        expect.objectContaining({ version, slot: 'override', integrity, ...(hashes && { hashes }) }),
      ]);
    },
  );

  it('counts only while the registry has it', () => {
    const rolledBack = pageWith(2, { name: 'shop', live: registered('shop', '1.4.0') });
    expect(shown('1.5.0', rolledBack)).toEqual([expect.objectContaining({ version: '1.4.0', slot: 'live' })]);
  });

  it.each(['9.9.9', '../1.5.0', '', 'toString'])('is ignored unless it is registered (%j)', (version) => {
    expect(shown(version)[0]).toMatchObject({ version: '1.6.0', slot: 'canary' });
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

  it('stores one entry of the shell', () => {
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
