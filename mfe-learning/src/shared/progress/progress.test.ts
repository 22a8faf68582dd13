import { calls, type LessonProgress } from '@isa/api-contract';
import { ApiError } from '@isa/contract';
import { type Answer, answer, fakeHost } from '@isa/contract/testing';
import { failing } from '../../testing/answers';
import { makeProgress } from '../../testing/fixtures';
import { createProgress, unsentProgressOf } from './progress';

/** A server that stores progress and can be made unreachable. */
function server(known: LessonProgress[] = []) {
  const saved = new Map(known.map((lesson) => [lesson.lessonId, lesson]));
  const state = { unreachable: false, saves: 0 };
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
      const lesson = {
        lessonId: Number(params.lessonId),
        positionSeconds: body.positionSeconds,
        watched: (body.watched ?? false) || (saved.get(Number(params.lessonId))?.watched ?? false),
        updatedAt: body.at,
      };
      saved.set(lesson.lessonId, lesson);
      return { progress: lesson };
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
    expect(unsentProgressOf('1-0').read()).toBeUndefined();
  });

  it('does not overwrite later progress of another device', async () => {
    unsentProgressOf('1-0').write([makeProgress({ positionSeconds: 10 })]);
    const { answers } = server([
      makeProgress({ positionSeconds: 300, updatedAt: '2026-03-02T10:00:00Z', watched: true }),
    ]);
    const { progress } = start(answers);
    await waitForRequests();
    expect(progress.getState()).toMatchObject({ status: 'settled' });
    expect(progress.getState().lessons.get(1001)).toMatchObject({ watched: true });
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
    expect(unsentProgressOf('1-0').read()).toMatchObject([{ positionSeconds: 42 }]);
  });

  it('ignores invalid stored records', async () => {
    localStorage.setItem('learning:unsent-progress:1-0', '[{"lessonId":"x"},null,{"lessonId":1}]');
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
    expect(unsentProgressOf('1-0').read()).toBeUndefined();
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
