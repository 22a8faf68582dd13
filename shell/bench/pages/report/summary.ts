import { homePage, measuredPages } from '../../../measure/pages';
import { judge, missedBy } from './aims';
import { loadMedian, type Results } from './results';
import { percentile } from './statistics';
import type { VariantId } from '../variants';

/** Prints what the README says about the bench, in at most ten lines. */
export function printSummary(results: Results): void {
  const lines = summarise(results);
  if (lines.length > 0) process.stdout.write(`\nsummary\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`);
}

/** A line for each kind of figure that was measured, and one for each of the aims that are missed by most. */
export function summarise(results: Results): readonly string[] {
  const verdicts = judge(results);
  if (verdicts.length === 0) return [];
  const missed = verdicts.filter(({ met }) => !met);
  const worst = missed.toSorted((a, b) => b.value / b.limit - a.value / a.limit).slice(0, 2);
  return [
    loadLine(results),
    blockingLine(results),
    firstClickLine(results),
    navigationLine(results),
    ...releaseLines(results),
    `${verdicts.length - missed.length} of ${verdicts.length} aims are met`,
    ...worst.map((verdict) => `missed most: ${verdict.aim} (${verdict.where}), ${missedBy(verdict)}`),
  ].filter((line) => line !== undefined);
}

function loadLine(results: Results): string | undefined {
  const lcp = (id: VariantId) => loadMedian(results, homePage.path, id, 'lcp');
  const site = lcp('site');
  if (site === undefined) return undefined;
  const others = [
    ['Vite monolith', lcp('vite')],
    ['the same prerendered', lcp('vite-prerendered')],
    ['static page', lcp('static')],
  ] as const;
  const compared = others
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${seconds(value)}`);
  const more = compared.length > 0 ? ` (${compared.join(', ')})` : '';
  return `largest paint of the home page ${seconds(site)}${more}`;
}

function blockingLine(results: Results): string | undefined {
  const range = (id: VariantId) => {
    const found = measuredPages
      .map(({ path }) => loadMedian(results, path, id, 'tbt'))
      .filter((value) => value !== undefined);
    return found.length === 0
      ? undefined
      : `${Math.min(...found).toFixed(0)} to ${Math.max(...found).toFixed(0)} ms`;
  };
  const site = range('site');
  const other = range('vite-prerendered');
  return site && `total blocking time ${site}${other ? ` (Vite monolith, prerendered: ${other})` : ''}`;
}

function firstClickLine({ firstClicks }: Results): string | undefined {
  const latencies = Object.values(firstClicks).flatMap((clicks) => clicks.map(({ latency }) => latency));
  const worst = percentile(latencies, 0.95);
  if (worst === undefined) return undefined;
  return `first click at ${latencies.length} random moments: p95 ${worst.toFixed(0)} ms to the next paint`;
}

function navigationLine({ navigations, touches }: Results): string | undefined {
  const work = (figures: Results['touches'] = []) =>
    percentile(
      figures.map((figure) => figure.work),
      0.95,
    );
  const [hovered, touched] = [work(navigations.site), work(touches)];
  if (hovered === undefined) return undefined;
  const more = touched === undefined ? '' : `, after a touch ${touched.toFixed(0)} ms`;
  return `work from a hovered click to the next heading: p95 ${hovered.toFixed(0)} ms${more}`;
}

function releaseLines({ releases, ownReleases }: Results): readonly string[] {
  const kilobytes = (bytes: number | undefined) =>
    bytes === undefined ? '–' : `${(bytes / 1024).toFixed(1)} KB`;
  if (!releases.site) return [];
  const without = ownReleases['shop, without dictionaries']?.bytes;
  const shellWithout = ownReleases['shell, without dictionaries']?.bytes;
  return [
    `one changed line of the shop costs a returning visitor ${kilobytes(releases.site.bytes)}, without compression dictionaries ${kilobytes(without)} (Vite monolith ${kilobytes(releases.vite?.bytes)})`,
    `a release of the shell ${kilobytes(ownReleases.shell?.bytes)}, without them ${kilobytes(shellWithout)}`,
  ];
}

function seconds(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '–' : `${(milliseconds / 1000).toFixed(2)} s`;
}
