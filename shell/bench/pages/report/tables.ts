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
  printNavigations(results);
  printReleases(results);
  printMemory(results);
  printAims(results);
  if (results.faults.length > 0) {
    process.stdout.write(`\nErrors during the run:\n${results.faults.join('\n')}\n`);
  }
}

function printLoads(results: Results, path: string, name: string): void {
  const measured = variantIds.filter((id) => results.loads[path]?.[id]?.length);
  if (measured.length === 0) return;
  const lcp = (id: VariantId) => loadMedian(results, path, id, 'lcp');
  const rows = measured.map((id) => [
    titles[id],
    ...COLUMNS.map(([, figure, format]) => format(loadMedian(results, path, id, figure))),
    id === 'site' ? '' : hundredths(ratio(lcp('site'), lcp(id))),
  ]);
  table(`${name}, ${path}: a cold visit (milliseconds)`, [
    ['', ...COLUMNS.map(([title]) => title), 'our LCP / its'],
    ...rows,
  ]);
}

function printNavigations({ navigations }: Results): void {
  const rows = variantIds.flatMap((id) => {
    const figures = navigations[id];
    if (!figures?.length) return [];
    const latency = figures.map((figure) => figure.latency);
    const work = figures.map((figure) => figure.work);
    const values = [median(latency), percentile(latency, 0.95), median(work), percentile(work, 0.95)];
    return [[titles[id], ...values.map(whole)]];
  });
  if (rows.length === 0) return;
  table('a click on a link, hovered for 300 ms (milliseconds to the next heading)', [
    ['', 'latency', 'p95', 'script and paint', 'p95'],
    ...rows,
  ]);
}

function printReleases({ releases }: Results): void {
  const rows = variantIds.flatMap((id) => {
    const cost = releases[id];
    if (!cost) return [];
    const share = id === 'site' ? '' : hundredths(ratio(releases.site?.bytes, cost.bytes));
    return [[titles[id], kilobytes(cost.bytes), kilobytes(cost.scriptBytes), String(cost.requests), share]];
  });
  if (rows.length === 0) return;
  table('a release with one changed line of the shop: what a returning visitor downloads', [
    ['', 'KB', 'JS KB', 'requests', 'ours / its'],
    ...rows,
  ]);
}

function printMemory({ memory }: Results): void {
  const rows = variantIds.flatMap((id) => {
    const figures = memory[id];
    return figures ? [[titles[id], ...figures.map(({ heap }) => (heap / 2 ** 20).toFixed(1))]] : [];
  });
  const [first] = Object.values(memory);
  if (!first) return;
  table('heap after garbage collection (MB)', [
    ['', ...first.map(({ navigations }) => `${navigations} pages on`)],
    ...rows,
  ]);
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
