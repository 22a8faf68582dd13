import { BookCover, ContourArt, CourseArt, LessonThumbnail, PostArt, TeamPortrait } from '@isa/ui/art';
import { renderToStaticMarkup } from 'react-dom/server';
import { pictures, svgOf } from './pictures';
import { loadTypesetter } from './typesetter';

const KIB = 1024;

/** Bytes before compression, which brotli reduces to a quarter. Packs contain several covers. */
function budgetOf(name: string): number {
  if (name === 'hero') return 40 * KIB;
  if (name.endsWith('mockup')) return 42 * KIB;
  if (['book-3', 'book-6', 'book-7'].includes(name)) return 50 * KIB;
  return name.startsWith('book') ? 28 * KIB : 20 * KIB;
}

async function draw(wanted: (name: string) => boolean): Promise<ReadonlyMap<string, string>> {
  const typesetter = await loadTypesetter();
  const chosen = [...pictures()].filter(([name]) => wanted(name));
  return new Map(chosen.map(([name, picture]) => [name, svgOf(picture, typesetter())]));
}

describe('pictures', () => {
  let all: ReadonlyMap<string, string>;

  beforeAll(async () => {
    all = await draw(() => true);
  }, 120_000);

  it('are identical when they are drawn again', async () => {
    const again = await draw((name) => /^(book-7|lesson-1012|posts\/3|team-2)$/.test(name));
    expect(again.size).toBe(4);
    for (const [name, svg] of again) expect(svg).toBe(all.get(name));
  });

  it('stay within their budgets and contain only SVG', () => {
    const tooLarge: string[] = [];
    for (const [name, svg] of all) {
      if (svg.length > budgetOf(name)) tooLarge.push(`${name}: ${svg.length}`);
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
      expect(svg).not.toMatch(/NaN|undefined|Infinity|<text|<script|https?:\/\/(?!www\.w3\.org)/);
    }
    expect(tooLarge).toEqual([]);
  });

  it('differ from each other', () => {
    const drawn = [...all].filter(([name]) => name !== 'founder').map(([, svg]) => svg);
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  it('never use an id twice within one file', () => {
    for (const [name, svg] of all) {
      const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect([name, ids.length]).toEqual([name, new Set(ids).size]);
    }
  });

  it('exist at the addresses that the components use', () => {
    const drawn = pictures();
    const shown = [
      ...[1, 8].map((id) => <BookCover key={id} bookId={id} />),
      ...[1, 33].map((number) => <LessonThumbnail key={number} number={number} />),
      <CourseArt key="course" slug="isa-intelligence-course-2" />,
      ...[-3, 0, 1, 99].flatMap((seed) => [
        <TeamPortrait key={`t${seed}`} seed={seed} />,
        <PostArt key={`p${seed}`} seed={seed} />,
        <ContourArt key={`c${seed}`} seed={seed} />,
      ]),
    ];
    for (const picture of shown) {
      const [, name = ''] = /\/art\/([^")]+)\.svg/.exec(renderToStaticMarkup(picture)) ?? [];
      expect(drawn.has(name)).toBe(true);
    }
  });
});
