import { blockingTime, workBetween } from './blocking-time';

const event = (name: string, milliseconds: number, more = {}) => ({
  name,
  pid: 1,
  tid: 1,
  ts: milliseconds * 1_000,
  ...more,
});
/** A task that takes 100 ms by the clock. */
const task = (milliseconds: number, tdur: number, more = {}) =>
  event('RunTask', milliseconds, { dur: 100_000, tdur: tdur * 1_000, ...more });
const blocking = (...events: readonly ReturnType<typeof event>[]) =>
  blockingTime(
    { traceEvents: [event('firstContentfulPaint', 100), ...events, event('alive', 500)] },
    'alive',
  );

it('counts the processor time of a task beyond 50 ms on a processor four times slower', () => {
  expect(blocking(task(200, 30), task(350, 10))).toBe(70);
});

it('counts neither what ran before the first paint nor what ran two seconds after hydration', () => {
  expect(blocking(task(0, 90), task(2_501, 90))).toBe(0);
  expect(blocking(task(50, 60))).toBe(70);
});

it('counts neither other threads nor tasks within tasks', () => {
  expect(blocking(task(200, 90, { tid: 2 }), task(200, 30), task(201, 30))).toBe(70);
});

it('knows no blocking time of a page that was never hydrated', () => {
  expect(blockingTime({ traceEvents: [event('firstContentfulPaint', 0)] }, 'alive')).toBeUndefined();
});

it('sums up the processor time of tasks between two marks, and the share of one that began before', () => {
  const traceEvents = [
    event('click', 150),
    task(100, 40),
    task(300, 30),
    event('heading', 400),
    task(500, 9),
  ];
  expect(workBetween({ traceEvents }, 'click', 'heading')).toBe(50);
  expect(workBetween({ traceEvents }, 'click', 'never')).toBeNaN();
  expect(
    workBetween({ traceEvents: [event('click', 150), event('heading', 400)] }, 'click', 'heading'),
  ).toBeNaN();
});
