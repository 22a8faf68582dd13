import { calls, type LessonProgress } from '@isa/api-contract';
import { ApiError } from '@isa/contract';
import { type Answer, answer, fakeHost } from '@isa/contract/testing';
import { failing } from '../../testing/answers';
import { makeProgress } from '../../testing/fixtures';
import { createProgress, unsentProgressOf } from './progress';

/** A server that orders progress by its own clock and can be made unreachable. */
function server(known: LessonProgress[] = []) {
  const saved = new Map(known.map((lesson) => [lesson.lessonId, lesson]));
  const state = { unreachable: false, saves: 0, now: Date.parse('2026-03-01T12:00:00Z') };
  const checkReachable = () => {
    if (state.unreachable) throw new ApiError('network', 'The server is unreachable.');
  };
  const answers: Answer[] = [
    answer(calls.readProgress, () => {
      checkReachable();
      return { lessons: [...saved.values()] };
    }),
    answer(calls.saveProgress, ({ params, body }) => {
      checkReachable();
      state.saves += 1;
      const lessonId = Number(params.lessonId);
      const last = saved.get(lessonId) ?? makeProgress({ lessonId, updatedAt: new Date(0).toISOString() });
      const viewedAt = state.now - (body.secondsAgo ?? 0) * 1000;
      const isLater = viewedAt >= Date.parse(last.updatedAt);
      const progress = {
        ...last,
        ...(isLater && {
          positionSeconds: body.positionSeconds,
          updatedAt: new Date(viewedAt).toISOString(),
        }),
        watched: last.watched || (body.watched ?? false),
      };
      saved.set(lessonId, progress);
      return { progress };
    }),
  ];
  return { answers, saved, state };
}

const waitForRequests = () => new Promise((resolve) => setTimeout(resolve, 0));

function start(answers: readonly Answer[], account = '1-0') {
  const host = fakeHost({ answers, session: { status: 'in', name: 'Sam Reed', account } });
  return { host, progress: createProgress(host) };
}

beforeEach(() => localStorage.clear());

describe('progress', () => {
  it('is stored in the browser while the server is unreachable, and is sent on the next visit', async () => {
    const { answers, saved, state } = server();
    state.unreachable = true;
    const first = start(answers);
    await waitForRequests();
    first.progress.record(1001, 42, false);
    await first.progress.sendUnsent();
    expect(saved.size).toBe(0);

    state.unreachable = false;
    const next = start(answers);
    await waitForRequests();
    expect(saved.get(1001)).toMatchObject({ positionSeconds: 42 });
    expect(next.progress.getState().lessons.get(1001)).toMatchObject({ positionSeconds: 42 });
    expect(unsentProgressOf(1001, '1-0').read()).toBeUndefined();
  });

  it('does not overwrite later progress from another device', async () => {
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    unsentProgressOf(1001, '1-0').write(makeProgress({ positionSeconds: 10, updatedAt: hourAgo }));
    const { answers, state } = server([
      makeProgress({ positionSeconds: 300, updatedAt: '2026-03-01T11:30:00Z', watched: true }),
    ]);
    const { progress } = start(answers);
    await waitForRequests();
    expect(state.saves).toBe(1);
    expect(progress.getState().status).toBe('settled');
    expect(progress.getState().lessons.get(1001)).toMatchObject({ positionSeconds: 300, watched: true });
  });

  it.each(['2001-01-01T00:00:00Z', '2099-01-01T00:00:00Z'])(
    'follows what is watched now, even if the device believes that it is %s',
    async (deviceTime) => {
      jest.useFakeTimers({ now: Date.parse(deviceTime), doNotFake: ['setTimeout'] });
      const { answers, saved } = server([
        makeProgress({ positionSeconds: 300, updatedAt: '2026-03-01T11:59:00Z' }),
      ]);
      const { progress } = start(answers);
      await waitForRequests();
      progress.record(1001, 20, false);
      expect(progress.getState().lessons.get(1001)?.positionSeconds).toBe(20);
      await progress.sendUnsent();
      expect(progress.getState().lessons.get(1001)?.positionSeconds).toBe(20);
      expect(saved.get(1001)?.positionSeconds).toBe(20);
      jest.useRealTimers();
    },
  );

  it('of two tabs without a connection is kept for each lesson', async () => {
    const { answers, saved, state } = server();
    state.unreachable = true;
    const tabs = [start(answers), start(answers)];
    await waitForRequests();
    tabs.forEach(({ progress }, index) => progress.record(1001 + index, 42, false));
    tabs[0]?.progress.record(1003, 7, true);
    tabs[1]?.progress.record(1003, 9, false);

    state.unreachable = false;
    start(answers);
    await waitForRequests();
    expect([...saved.values()]).toMatchObject([
      { lessonId: 1001, positionSeconds: 42 },
      { lessonId: 1002, positionSeconds: 42 },
      { lessonId: 1003, positionSeconds: 9, watched: true },
    ]);
  });

  it('that another tab stored meanwhile is not removed by sending', async () => {
    const { answers, saved } = server();
    const { progress } = start(answers);
    await waitForRequests();
    progress.record(1001, 10, false);
    const sending = progress.sendUnsent();
    const later = makeProgress({ positionSeconds: 30, updatedAt: new Date(Date.now() + 5000).toISOString() });
    unsentProgressOf(1001, '1-0').write(later);
    await sending;
    expect(saved.get(1001)?.positionSeconds).toBe(10);
    expect(unsentProgressOf(1001, '1-0').read()).toEqual(later);
  });

  it('is sent once, even if leaving the page asks twice', async () => {
    const { answers, state } = server();
    const { progress } = start(answers);
    await waitForRequests();
    progress.record(1001, 10, false);
    await Promise.all([progress.sendUnsent(), progress.sendUnsent()]);
    expect(state.saves).toBe(1);
  });

  it('is not visible to another customer of the same name', async () => {
    const { answers, state } = server();
    state.unreachable = true;
    const { host, progress } = start(answers);
    await waitForRequests();
    progress.record(1001, 42, false);
    host.session.store.setState({ status: 'out', name: undefined, account: undefined });
    expect(progress.getState().lessons.size).toBe(0);
    progress.record(1001, 50, false);
    host.session.store.setState({ status: 'in', name: 'Sam Reed', account: '2-0' });
    await waitForRequests();
    expect(progress.getState().lessons.size).toBe(0);
    expect(unsentProgressOf(1001, '1-0').read()).toMatchObject({ positionSeconds: 42 });
  });

  it('ignores invalid stored records', async () => {
    for (const [lessonId, json] of [
      [1001, '{"lessonId":"x"}'],
      [1002, 'null'],
      [1003, '{"lessonId":1}'],
    ]) {
      localStorage.setItem(`learning:unsent-progress:${lessonId}:1-0`, String(json));
    }
    const { answers, state } = server();
    start(answers);
    await waitForRequests();
    expect(state.saves).toBe(0);
  });

  it('drops a record that the server rejects', async () => {
    const rejects = answer(calls.saveProgress, failing('invalid-request', 400));
    const { progress } = start([...server().answers.slice(0, 1), rejects]);
    await waitForRequests();
    progress.record(1001, 42, false);
    await progress.sendUnsent();
    expect(unsentProgressOf(1001, '1-0').read()).toBeUndefined();
  });

  it('of another device is read again, at most once in ten seconds, under what is unsent here', async () => {
    jest.useFakeTimers({ doNotFake: ['setTimeout'] });
    const { answers, saved, state } = server([makeProgress({ lessonId: 1005, positionSeconds: 300 })]);
    const { host, progress } = start(answers);
    await waitForRequests();
    const reads = () => host.sent.filter(({ path }) => path === calls.readProgress.path).length;
    saved.set(
      1005,
      makeProgress({ lessonId: 1005, positionSeconds: 900, updatedAt: '2026-03-01T11:00:00Z' }),
    );
    await progress.refresh();
    expect(reads()).toBe(1);

    jest.advanceTimersByTime(10_000);
    state.unreachable = true;
    progress.record(1006, 42, false);
    await progress.refresh();
    expect(reads()).toBe(2);
    expect(progress.getState()).toMatchObject({ status: 'settled' });
    expect(progress.getState().lessons.get(1005)?.positionSeconds).toBe(300);

    jest.advanceTimersByTime(10_000);
    state.unreachable = false;
    await Promise.all([progress.refresh(), progress.refresh()]);
    expect(reads()).toBe(3);
    expect(progress.getState().lessons.get(1005)?.positionSeconds).toBe(900);
    expect(saved.get(1006)?.positionSeconds).toBe(42);
    jest.useRealTimers();
  });

  it('is available to subscribers before the server has confirmed it', () => {
    const { progress } = start(server().answers);
    let notifications = 0;
    progress.subscribe(() => (notifications += 1));
    progress.record(1002, 5, true);
    expect(progress.getState().lessons.get(1002)).toMatchObject({ positionSeconds: 5, watched: true });
    expect(notifications).toBe(1);
  });
});
