import { measuredPages } from '../../../measure/pages';
import { titles, type VariantId, variantIds } from '../variants';
import { loadMedian, type Results } from './results';

/** Colours of @isa/ui's tokens, as literals because an SVG image has no access to the site's style sheet. */
const INK = '#0d1420';
const PAPER = '#f7f5f0';
const LINE = '#d9d4c7';
const MUTED = '#5b6473';
const BRASS = '#b8862d';
const SLATE = '#9fb0c8';
const BAR_COLOURS: Partial<Record<VariantId, string>> = { site: BRASS, static: LINE };

const WIDTH = 960;
const LEFT = 190;
const RIGHT = 190;
/** Right edges of the two columns of figures. */
const PAINTED = WIDTH - 106;
const USABLE = WIDTH - 32;
const ROW = 22;
const HEAD = 104;
const GROUP_HEAD = 34;
const FOOT = 58;

/** Draws the largest paint of every page in every variant as an accessible SVG bar chart. */
export function drawChart(results: Results): string {
  const groups = measuredPages
    .map(({ path, name }) => ({
      path,
      name,
      bars: variantIds.flatMap((id) => {
        const lcp = loadMedian(results, path, id, 'lcp');
        return lcp === undefined ? [] : [{ id, lcp, hydrated: loadMedian(results, path, id, 'hydrated') }];
      }),
    }))
    .filter(({ bars }) => bars.length > 0);
  const longest = Math.max(
    1000,
    ...groups.flatMap(({ bars }) => bars.flatMap(({ lcp, hydrated }) => [lcp, hydrated ?? 0])),
  );
  const x = (milliseconds: number) => LEFT + (milliseconds / longest) * (WIDTH - LEFT - RIGHT);
  let y = HEAD;
  const body: string[] = [];
  for (const { path, name, bars } of groups) {
    body.push(text(32, y + 20, `${name}  `, { size: 15, serif: true }));
    body.push(text(LEFT, y + 20, path, { fill: MUTED, mono: true }));
    y += GROUP_HEAD;
    for (const { id, lcp, hydrated } of bars) {
      body.push(text(LEFT - 12, y + 12, titles[id], { anchor: 'end', fill: id === 'site' ? INK : MUTED }));
      body.push(rect(LEFT, y + 1, Math.max(2, x(lcp) - LEFT), 14, BAR_COLOURS[id] ?? SLATE));
      if (hydrated !== undefined) body.push(rect(x(hydrated) - 1, y - 1, 2, 18, INK));
      body.push(text(PAINTED, y + 12, seconds(lcp), { mono: true, anchor: 'end' }));
      body.push(text(USABLE, y + 12, seconds(hydrated), { mono: true, anchor: 'end', fill: MUTED }));
      y += ROW;
    }
    y += 14;
  }
  const height = y + FOOT;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="bench-title bench-text">`,
    '<title id="bench-title">Largest contentful paint of the same pages, built six ways</title>',
    `<desc id="bench-text">${escapeText(describe(groups))}</desc>`,
    `<rect width="${WIDTH}" height="${height}" fill="${PAPER}"/>`,
    text(32, 44, 'The largest paint of a cold visit', { size: 24, serif: true }),
    text(32, 70, results.conditions, { fill: MUTED, mono: true }),
    text(PAINTED, HEAD - 6, 'painted', { anchor: 'end', fill: MUTED }),
    text(USABLE, HEAD - 6, 'usable', { anchor: 'end', fill: MUTED }),
    rect(32, HEAD - 26, WIDTH - 64, 1, LINE),
    ...body,
    rect(32, y, WIDTH - 64, 1, LINE),
    text(32, y + 22, `Bars: largest paint. Black marks: the page can be used. Medians of ${results.runs}.`, {
      fill: MUTED,
    }),
    text(32, y + 40, `${results.date}, ${results.machine}`, { size: 11, fill: MUTED, mono: true }),
    '</svg>',
    '',
  ].join('\n');
}

interface Group {
  readonly name: string;
  readonly bars: readonly { readonly id: VariantId; readonly lcp: number }[];
}

/** The text alternative. */
function describe(groups: readonly Group[]): string {
  return groups
    .map(({ name, bars }) => {
      const figures = bars.map(({ id, lcp }) => `${titles[id]} ${(lcp / 1000).toFixed(2)} seconds`);
      return `${name}: ${figures.join(', ')}.`;
    })
    .join(' ');
}

function seconds(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '–' : `${(milliseconds / 1000).toFixed(2)} s`;
}

function rect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${height}" fill="${fill}"/>`;
}

interface TextStyle {
  /** By default 12. */
  readonly size?: number;
  readonly fill?: string;
  readonly serif?: boolean;
  readonly mono?: boolean;
  readonly anchor?: 'end';
}

function text(
  x: number,
  y: number,
  content: string,
  { size = 12, fill = INK, serif, mono, anchor }: TextStyle,
): string {
  const family = serif ? 'Georgia, serif' : mono ? 'ui-monospace, monospace' : 'system-ui, sans-serif';
  const end = anchor ? ` text-anchor="${anchor}"` : '';
  return `<text x="${x.toFixed(1)}" y="${y}" font-family="${family}" font-size="${size}" fill="${fill}"${end}>${escapeText(content)}</text>`;
}

function escapeText(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
