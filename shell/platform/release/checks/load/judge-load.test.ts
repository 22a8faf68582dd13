import type { PageBudget } from '../budgets';
import { judgeLoad, type PageVisits, describeVerdict } from './judge-load';
import type { LoadFigures } from './lighthouse';

const budget: PageBudget = {
  scriptBytes: 100_000,
  bytes: 300_000,
  requests: 20,
  documentBytes: 14_000,
  tbt: 300,
  cls: 0.01,
};
const toLive = { lcp: 1.25, hydrated: 1.25 };

const visit = (other: Partial<LoadFigures> = {}): LoadFigures => ({
  performance: undefined,
  fcp: 500,
  lcp: 1_000,
  cls: 0,
  tbt: 0,
  clockTbt: 0,
  hydrated: 2_000,
  scriptBytes: 100_000,
  bytes: 300_000,
  requests: 20,
  documentBytes: 14_000,
  ...other,
});

const failures = (visits: Partial<PageVisits>) =>
  judgeLoad({ path: '/shop', candidate: [visit()], live: [visit()], ...visits }, budget, toLive)
    .filter(({ passed }) => !passed)
    .map(describeVerdict);

test('a page within every budget has no failure', () => {
  expect(failures({})).toEqual([]);
});

test.each([
  [{ scriptBytes: 100_100 }, '/shop: scripts 100.1 kB; the budget is 100.0 kB'],
  [{ bytes: 310_000 }, '/shop: bytes 310.0 kB; the budget is 300.0 kB'],
  [{ requests: 21 }, '/shop: requests 21; the budget is 20'],
  [{ documentBytes: 14_100 }, '/shop: HTML document 14.1 kB; the budget is 14.0 kB'],
  [{ tbt: 340 }, '/shop: total blocking time 340 ms; the budget is 300 ms'],
  [{ cls: 0.02 }, '/shop: layout shift 0.020; the budget is 0.010'],
  [
    { lcp: 1_300 },
    '/shop: largest paint 1.30 times the live site’s; the budget is 1.25 times the live site’s',
  ],
  [
    { hydrated: 2_600 },
    '/shop: time to hydration 1.30 times the live site’s; the budget is 1.25 times the live site’s',
  ],
])('%j exceeds exactly one budget', (other, message) => {
  expect(failures({ candidate: [visit(other), visit(other)] })).toEqual([message]);
});

test('ignores one slow visit of the candidate', () => {
  expect(failures({ candidate: [visit({ lcp: 9_000, hydrated: 9_000 }), visit()] })).toEqual([]);
});

test('ignores one slow visit of the live site', () => {
  const five = (other: Partial<LoadFigures>) => Array.from({ length: 5 }, () => visit(other));
  const live = [visit({ lcp: 9_000 }), ...five({}).slice(1)];
  expect(failures({ candidate: five({ lcp: 1_300 }), live })).toHaveLength(1);
});

test('tolerates a later best visit when the visits of both sites vary widely', () => {
  const visits = (times: readonly number[]) => times.map((lcp) => visit({ lcp }));
  const live = visits([1_000, 1_900, 1_600, 2_500, 1_700]);
  expect(failures({ candidate: visits([1_300, 1_500, 2_400, 1_800, 1_900]), live })).toEqual([]);
  expect(failures({ candidate: visits([2_600, 2_700, 3_000, 2_450, 3_500]), live })).toHaveLength(1);
});

test('the time to hydration fails when it was never observed', () => {
  expect(failures({ candidate: [visit({ hydrated: undefined })] })).toEqual([
    '/shop: time to hydration was never observed; the budget is 1.25 times the live site’s',
  ]);
});

test('a page whose visits all failed meets no budget', () => {
  const verdicts = judgeLoad({ path: '/shop', candidate: [], live: [visit()] }, budget, toLive);
  expect(verdicts.map(({ passed }) => passed)).toEqual(Array.from({ length: 8 }, () => false));
});

test('judges a page that is new by its own budgets only', () => {
  expect(failures({ candidate: [visit({ lcp: 9_000 })], live: [] })).toEqual([]);
  expect(failures({ candidate: [visit({ requests: 99 })], live: [] })).toHaveLength(1);
});
