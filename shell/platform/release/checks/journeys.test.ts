import type { RegisteredRelease, Registry } from '../../formats/registry';
import { judgeRounds, roundsFor } from './journeys';

const release = (version: string): RegisteredRelease => ({
  version,
  entry: '',
  globalName: '',
  integrity: '',
  scripts: [],
  routes: [],
  menu: [],
});

const registry: Registry = {
  revision: 7,
  shell: { live: '2.0.0', previous: '1.0.0' },
  remotes: [
    { name: 'learning', live: release('1.4.0') },
    { name: 'shop', live: release('1.5.0'), previous: release('1.4.9') },
  ],
};

describe('roundsFor', () => {
  it('combines the candidate with the live and then with the previous versions of the other apps', () => {
    expect(roundsFor(registry, [{ app: 'learning', version: '1.5.0' }])).toEqual([
      { shell: '2.0.0', learning: '1.5.0', shop: '1.5.0' },
      { shell: '1.0.0', learning: '1.5.0', shop: '1.4.9' },
    ]);
  });

  it('never uses the candidate’s own previous version', () => {
    for (const round of roundsFor(registry, [{ app: 'shop', version: '1.6.0' }]))
      expect(round.shop).toBe('1.6.0');
    for (const round of roundsFor(registry, [{ app: 'shell', version: '2.1.0' }]))
      expect(round.shell).toBe('2.1.0');
  });

  it('returns one round when no other app has a previous version', () => {
    const alone: Registry = { ...registry, shell: { live: '2.0.0' } };
    expect(roundsFor(alone, [{ app: 'shop', version: '1.6.0' }])).toEqual([
      { shell: '2.0.0', learning: '1.4.0', shop: '1.6.0' },
    ]);
  });

  it('includes an app that was never live', () => {
    expect(roundsFor(registry, [{ app: 'events', version: '1.0.0' }])[0]).toMatchObject({
      events: '1.0.0',
      shop: '1.5.0',
    });
  });

  it('keeps the releases of a set together in every round', () => {
    const set = [
      { app: 'learning', version: '1.5.0' },
      { app: 'shop', version: '1.6.0' },
    ];
    expect(roundsFor(registry, set)).toEqual([
      { shell: '2.0.0', learning: '1.5.0', shop: '1.6.0' },
      { shell: '1.0.0', learning: '1.5.0', shop: '1.6.0' },
    ]);
  });
});

/** Which versions the pages of a journey must have, so that it passes; a page of another version has another text. */
interface Journey {
  readonly journey: string;
  readonly title: string;
  passesWith(versions: Readonly<Record<string, string | undefined>>): boolean;
}

/** The site of these tests: what was started, and a run that judges versions as a browser would judge their pages. */
function siteWith(...journeys: readonly Journey[]) {
  const started: string[] = [];
  const run = async (versions: Readonly<Record<string, string>>, wanted: readonly string[]) => {
    started.push(`${wanted.join(' ')}: ${Object.values(versions).join(' ')}`);
    const visited = journeys.filter(({ journey }) => wanted.includes(journey));
    const failed = visited
      .filter((one) => !one.passesWith(versions))
      .map(({ journey, title }) => ({ journey, title }));
    return { passed: visited.length - failed.length, failed };
  };
  return { started, run };
}

const shop = [{ app: 'shop', version: '1.6.0' }];
const buying = (passesWith: Journey['passesWith']): Journey => ({
  journey: 'buy-and-watch',
  title: 'a visitor buys a book',
  passesWith,
});
const basket = (passesWith: Journey['passesWith']): Journey => ({
  journey: 'shop',
  title: 'the basket survives a reload',
  passesWith,
});
const ROUND = 'with shell@1.0.0, learning@1.4.0, shop@1.6.0';

describe('the gate "journeys"', () => {
  it('passes a release that changes a text and its journey, although no earlier release has that text', async () => {
    const { run, started } = siteWith(
      buying(() => true),
      basket(({ shop }) => shop === '1.6.0'),
    );
    const result = await judgeRounds(registry, shop, ['shop'], run);
    expect(result).toMatchObject({ problems: [], summary: [expect.stringMatching(/^4 journeys/)] });
    expect(result).not.toHaveProperty('notRun');
    expect(started).toHaveLength(2);
  });

  it('passes a release although a journey has changed together with another app, whose previous page it does not match', async () => {
    const { run, started } = siteWith(
      buying(({ shell }) => shell === '2.0.0'),
      basket(() => true),
    );
    const result = await judgeRounds(registry, shop, ['shop'], run);
    expect(result).not.toHaveProperty('notRun');
    expect(result).toMatchObject({
      problems: [],
      summary: [
        expect.stringMatching(/^3 journeys/),
        `not counted, because it fails without the release as well: a visitor buys a book (${ROUND})`,
      ],
    });
    // Only what failed is repeated, with the release that the candidate replaces.
    expect(started.at(-1)).toBe('buy-and-watch: 1.0.0 1.4.0 1.5.0');
  });

  it('fails a release that breaks a page of another app’s previous release', async () => {
    const { run } = siteWith(buying(({ shell, shop }) => shell === '2.0.0' || shop !== '1.6.0'));
    expect(await judgeRounds(registry, shop, ['shop'], run)).toMatchObject({
      problems: [`a visitor buys a book (${ROUND})`],
    });
  });

  it('fails a release that breaks a page of what is live', async () => {
    const { run } = siteWith(buying(({ shop }) => shop !== '1.6.0'));
    const { problems } = await judgeRounds(registry, shop, ['shop'], run);
    expect(problems).toHaveLength(2);
  });

  it('is not run for a release when a journey does not match what is live without it either', async () => {
    const { run } = siteWith(
      buying(({ shell }) => shell === '2.1.0'),
      basket(() => true),
    );
    expect(await judgeRounds(registry, shop, ['shop'], run)).toMatchObject({
      problems: [],
      notRun:
        'what is live fails without the release as well: a visitor buys a book (with shell@2.0.0, learning@1.4.0, shop@1.6.0)',
    });
  });

  it('counts each failure of the own journeys of an app that was never live', async () => {
    const { run } = siteWith(
      buying(() => true),
      { journey: 'events', title: 'an event is found', passesWith: ({ shell }) => shell === '2.0.0' },
    );
    const events = [{ app: 'events', version: '1.0.0' }];
    const { problems } = await judgeRounds(registry, events, ['events'], run);
    expect(problems).toEqual([
      'an event is found (with shell@1.0.0, learning@1.4.0, shop@1.4.9, events@1.0.0)',
    ]);
  });

  it('compares the releases of a set, and one that is live already, with what they replace', async () => {
    const live: Registry = {
      ...registry,
      remotes: [
        { name: 'learning', live: release('2.0.0'), previous: release('1.4.0') },
        ...registry.remotes.slice(1),
      ],
    };
    const { run, started } = siteWith(buying(({ shell }) => shell === '2.0.0'));
    await judgeRounds(live, [...shop, { app: 'learning', version: '2.0.0' }], ['shop'], run);
    expect(started.at(-1)).toBe('buy-and-watch: 1.0.0 1.4.0 1.5.0');
  });

  it('is not run when the site or the browser does not start, or there is no journey', async () => {
    const { run } = siteWith();
    expect(await judgeRounds(registry, shop, ['shop'], run)).toMatchObject({
      problems: [],
      notRun: 'no journey was run',
    });
    const notStarted = async () => ({ passed: 0, failed: [], notStarted: 'no space is left' });
    expect(await judgeRounds(registry, shop, ['shop'], notStarted)).toMatchObject({
      problems: [],
      notRun: 'no space is left',
    });
  });
});
