import { launch } from '../measure/page/browser';
import { measureThreadWork, type ThreadWork } from '../measure/page/thread-work';
import { main } from '../tools/processes';
import { runs, SLOWDOWN } from './pages/settings';
import { median } from './pages/report/statistics';
import { moduleGroup } from './profile/module-groups';
import { type ScriptSource, sourceFinder } from './profile/script-sources';
import { findSite } from './shared/site';
import { table } from './shared/table';

const ROUTES = ['/', '/isa-books/1', '/isa-online-courses/1001', '/isa-basket', '/login'];
/** Groups of less than this many milliseconds on every page are summed up. */
const SMALL = 2;

const log = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * What the main thread does on a cold visit, by tasks and by sources. It starts a site of its own, or measures the one at
 * `BENCH_ORIGIN` with the releases of `BENCH_STORE`. `BENCH_ROUTES` and `BENCH_RUNS` choose pages and visits.
 */
main(async () => {
  const { origin, storeFolder, stop } = await findSite(log);
  const sourceOf = sourceFinder(storeFolder);
  const browser = await launch('', log);
  const measured = new Map<string, PageWork>();
  for (const route of process.env.BENCH_ROUTES?.split(',') ?? ROUTES) {
    const visit = (samples: boolean) =>
      measureThreadWork({
        browser,
        origin,
        path: route,
        withBasket: route === '/isa-basket',
        factor: SLOWDOWN,
        samples,
        hydrated: (page) => page.locator('html[data-isa-alive]').waitFor({ state: 'attached' }),
      });
    log(`Visiting ${route}…`);
    const visits: ThreadWork[] = [];
    const sampled: ThreadWork[] = [];
    for (let run = 0; run < runs(5); run += 1) {
      visits.push(await visit(false));
      sampled.push(await visit(true));
    }
    visits.sort((a, b) => a.tbt - b.tbt);
    measured.set(route, { visits, groups: groupsOf(sampled) });
  }
  await browser.close();
  await stop();
  printTasks(measured);
  printGroups(measured);

  /** The mean over all visits, by group. */
  function groupsOf(sampled: readonly ThreadWork[]): Map<string, number> {
    const groups = new Map<string, number>();
    for (const { work, time } of sampled.flatMap(({ parts }) => parts)) {
      const group = 'phase' in work ? PHASES[work.phase] : groupOf(sourceOf(work.position));
      groups.set(group, (groups.get(group) ?? 0) + time / sampled.length);
    }
    return groups;
  }
});

function groupOf(found: ScriptSource | undefined): string {
  if (!found) return 'other scripts';
  const group = moduleGroup(found.source);
  return found.isWrapper ? `${group}, top level` : group;
}

const PHASES = {
  layout: 'style, layout, paint',
  'forced layout': 'style and layout forced by scripts',
  garbage: 'garbage collection',
  compiling: 'compiling scripts',
  parsing: 'parsing HTML',
  browser: 'browser, other',
} as const;

interface PageWork {
  /** Ordered by total blocking time. */
  readonly visits: readonly ThreadWork[];
  readonly groups: ReadonlyMap<string, number>;
}

function printTasks(measured: ReadonlyMap<string, PageWork>): void {
  const whole = (value: number | undefined) => value?.toFixed(0) ?? '–';
  table(
    `the main thread on a cold visit, medians (milliseconds of processor time; blocking time at ${SLOWDOWN}x)`,
    [
      ['', 'work', 'blocking time', 'of all visits', 'long tasks', 'longest task'],
      ...[...measured].map(([route, { visits }]) => [
        route,
        whole(median(visits.map(({ work }) => work))),
        whole(median(visits.map(({ tbt }) => tbt))),
        visits.map(({ tbt }) => whole(tbt)).join(' '),
        whole(median(visits.map(({ longTasks }) => longTasks.length))),
        (
          median(visits.map(({ longTasks }) => Math.max(0, ...longTasks.map(({ work }) => work)))) ?? 0
        ).toFixed(1),
      ]),
    ],
  );
  for (const [route, { visits }] of measured) {
    const middle = visits[Math.floor(visits.length / 2)];
    log(`\n${route}: tasks above 50 ms at ${SLOWDOWN}x in the median visit`);
    for (const { start, work, events } of middle?.longTasks ?? []) {
      const inner = events.map(({ name, work: part }) => `${name} ${part.toFixed(1)}`).join(', ');
      log(`  at ${start.toFixed(0)}: ${work.toFixed(1)} {${inner}}`);
    }
  }
}

function printGroups(measured: ReadonlyMap<string, PageWork>): void {
  const pages = [...measured.values()].map(({ groups }) => groups);
  const largest = (group: string) => Math.max(...pages.map((groups) => groups.get(group) ?? 0));
  const names = [...new Set(pages.flatMap((groups) => [...groups.keys()]))].sort(
    (a, b) => largest(b) - largest(a),
  );
  const small = names.filter((name) => largest(name) < SMALL);
  const rowOf = (title: string, summed: readonly string[]) => [
    title,
    ...pages.map((groups) => summed.reduce((sum, name) => sum + (groups.get(name) ?? 0), 0).toFixed(1)),
  ];
  table('the same by source, sampled (milliseconds of processor time, means)', [
    ['', ...measured.keys()],
    ...names.filter((name) => !small.includes(name)).map((name) => rowOf(name, [name])),
    rowOf(`${small.length} smaller`, small),
    rowOf('all', names),
  ]);
}
