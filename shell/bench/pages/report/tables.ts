import type { ReleaseCost } from '../../../measure/page/release-cost';
import { table } from '../../shared/table';
import { measuredPages } from '../../../measure/pages';
import { titles, type VariantId, variantIds } from '../variants';
import { judge, missedBy, ratio } from './aims';
import { type Figure, loadMedian, type Results } from './results';
import { median, percentile } from './statistics';

type Format = (value: number | undefined) => string;
const whole: Format = (value) => value?.toFixed(0) ?? '–';
const kilobytes: Format = (value) => (value === undefined ? '–' : (value / 1024).toFixed(1));
const exact: Format = (value) => value?.toFixed(value === 0 ? 0 : 3) ?? '–';
const hundredths: Format = (value) => value?.toFixed(2) ?? '–';

const COLUMNS: readonly (readonly [string, Figure, Format])[] = [
  ['FCP', 'fcp', whole],
  ['LCP', 'lcp', whole],
  ['hydrated', 'hydrated', whole],
  ['TBT', 'tbt', whole],
  ['INP', 'inp', whole],
  ['CLS', 'cls', exact],
  ['JS KB', 'scriptBytes', kilobytes],
  ['all KB', 'bytes', kilobytes],
  ['requests', 'requests', whole],
  ['KB at rest', 'bytesAtRest', kilobytes],
  ['hops', 'hops', whole],
];

/** Prints all results as tables. */
export function printResults(results: Results): void {
  process.stdout.write(
    `\n${results.date}: ${results.machine}\n${results.conditions}; medians of ${results.runs}\n`,
  );
  for (const { path, name } of measuredPages) printLoads(results, path, name);
  printFirstClicks(results);
  printNavigations(results);
  printReleases(results);
  printMemory(results);
  printAims(results);
  if (results.faults.length > 0) {
    process.stdout.write(`\nErrors during the run:\n${results.faults.join('\n')}\n`);
  }
}

function printLoads(results: Results, path: string, name: string): void {
  const lcp = (id: VariantId) => loadMedian(results, path, id, 'lcp');
  printVariants(
    `${name}, ${path}: a cold visit (milliseconds)`,
    [...COLUMNS.map(([title]) => title), 'our LCP / its'],
    (id) =>
      results.loads[path]?.[id]?.length
        ? [
            ...COLUMNS.map(([, figure, format]) => format(loadMedian(results, path, id, figure))),
            id === 'site' ? '' : hundredths(ratio(lcp('site'), lcp(id))),
          ]
        : undefined,
  );
}

function printFirstClicks({ firstClicks }: Results): void {
  const rows = measuredPages.flatMap(({ path, name }) => {
    const latencies = firstClicks[path]?.map(({ latency }) => latency);
    if (!latencies?.length) return [];
    return [[name, String(latencies.length), ...[median(latencies), percentile(latencies, 0.95)].map(whole)]];
  });
  if (rows.length === 0) return;
  table(
    'the first click of a visit, at random moments after the first paint (milliseconds to the next paint)',
    [['', 'clicks', 'median', 'p95'], ...rows],
  );
}

function printNavigations({ navigations, touches }: Results): void {
  printVariants(
    'a click on a link, hovered for 300 ms (milliseconds to the next heading)',
    NAVIGATION_HEADER,
    (id) => navigationCells(navigations[id]),
  );
  const cells = navigationCells(touches);
  if (cells)
    table('a touch of a link (milliseconds to the next heading)', [
      ['', ...NAVIGATION_HEADER],
      [titles.site, ...cells],
    ]);
}

const NAVIGATION_HEADER = ['latency', 'p95', 'script and paint', 'p95'] as const;

function navigationCells(navigations: Results['touches'] = []): readonly string[] | undefined {
  if (navigations.length === 0) return undefined;
  const latency = navigations.map((figures) => figures.latency);
  const work = navigations.map((figures) => figures.work);
  return [median(latency), percentile(latency, 0.95), median(work), percentile(work, 0.95)].map(whole);
}

function printReleases({ releases, ownReleases }: Results): void {
  printVariants(
    'a release with one changed line of the shop: what a returning visitor downloads',
    [...COST_HEADER, 'ours / its'],
    (id) => {
      const cost = releases[id];
      if (!cost) return undefined;
      const share = id === 'site' ? '' : hundredths(ratio(releases.site?.bytes, cost.bytes));
      return [...costCells(cost), share];
    },
  );
  const rows = Object.entries(ownReleases).map(([title, cost]) => [title, ...costCells(cost)]);
  if (rows.length > 0) table('other releases of this site', [['', ...COST_HEADER], ...rows]);
}

const COST_HEADER = ['KB', 'JS KB', 'requests'] as const;

function costCells({ bytes, scriptBytes, requests }: ReleaseCost): readonly string[] {
  return [kilobytes(bytes), kilobytes(scriptBytes), String(requests)];
}

function printMemory({ memory }: Results): void {
  printVariants(
    'heap after garbage collection (MB)',
    Object.values(memory)[0]?.map(({ navigations }) => `${navigations} pages on`) ?? [],
    (id) => memory[id]?.map(({ heap }) => (heap / 2 ** 20).toFixed(1)),
  );
}

/** Prints a row for each variant that has cells, and no table without rows. */
function printVariants(
  title: string,
  header: readonly string[],
  cellsOf: (id: VariantId) => readonly string[] | undefined,
): void {
  const rows = variantIds.flatMap((id) => {
    const cells = cellsOf(id);
    return cells ? [[titles[id], ...cells]] : [];
  });
  if (rows.length > 0) table(title, [['', ...header], ...rows]);
}

function printAims(results: Results): void {
  const verdicts = judge(results);
  if (verdicts.length === 0) return;
  table('aims', [
    ['', 'page', 'found', 'aim', ''],
    ...verdicts.map((verdict) => [
      verdict.aim,
      verdict.where,
      verdict.value.toFixed(verdict.limit > 2 ? 0 : 2),
      `≤ ${verdict.limit}`,
      verdict.met ? 'met' : `MISSED ${missedBy(verdict)}`,
    ]),
  ]);
  const met = verdicts.filter((verdict) => verdict.met).length;
  process.stdout.write(`${met} of ${verdicts.length} aims are met.\n`);
}
