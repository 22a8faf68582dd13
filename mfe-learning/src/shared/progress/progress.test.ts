import { calls } from '@isa/api-contract';
import { ApiError } from '@isa/contract';
import { type Answer, answer, fakeHost } from '@isa/contract/testing';
import { makeProgress } from '../../testing/fixtures';
import type { LessonProgress } from './merge';
import { createProgress } from './progress';
import { unsentProgressOf } from './unsent';

/** A server that keeps progress, and can be switched off. */
function server(known: LessonProgress[] = []) {
  const saved = new Map(known.map((lesson) => [lesson.lessonId, lesson]));
  const state = { away: false, saves: 0 };
  const guard = () => {
    if (state.away) throw new ApiError('network', 'No answer.');
  };
  const answers: Answer[] = [
    answer(calls.readProgress, () => {
      guard();
      return { lessons: [...saved.values()] };
    }),
    answer(calls.saveProgress, ({ params, body }) => {
      guard();
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

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

function follow(answers: readonly Answer[], name = 'Sam Reed') {
  const host = fakeHost({ answers, session: { status: 'in', name } });
  return { host, progress: createProgress(host) };
}

beforeEach(() => localStorage.clear());

describe('progress', () => {
  it('waits in the browser while the server is away, and is sent by the next visit', async () => {
    const { answers, saved, state } = server();
    state.away = true;
    const first = follow(answers);
    await settled();
    first.progress.note(1001, 42, false);
    await first.progress.report();
    expect(saved.size).toBe(0);

    state.away = false;
    const next = follow(answers);
    await settled();
    expect(saved.get(1001)).toMatchObject({ positionSeconds: 42 });
    expect(next.progress.getState().lessons.get(1001)).toMatchObject({ positionSeconds: 42 });
    expect(unsentProgressOf('Sam Reed').read()).toEqual([]);
  });

  it('does not undo what another device watched later', async () => {
    unsentProgressOf('Sam Reed').write([makeProgress({ positionSeconds: 10 })]);
    const { answers } = server([
      makeProgress({ positionSeconds: 300, updatedAt: '2026-03-02T10:00:00Z', watched: true }),
    ]);
    const { progress } = follow(answers);
    await settled();
    expect(progress.getState()).toMatchObject({ status: 'settled' });
    expect(progress.getState().lessons.get(1001)).toMatchObject({ watched: true });
  });

  it('stays with its customer', async () => {
    const { answers, state } = server();
    state.away = true;
    const { host, progress } = follow(answers);
    await settled();
    progress.note(1001, 42, false);
    host.session.store.setState({ status: 'out', name: undefined });
    expect(progress.getState().lessons.size).toBe(0);
    progress.note(1001, 50, false);
    host.session.store.setState({ status: 'in', name: 'Ann Other' });
    await settled();
    expect(progress.getState().lessons.size).toBe(0);
    expect(unsentProgressOf('Sam Reed').read()).toMatchObject([{ positionSeconds: 42 }]);
  });

  it('ignores a drawer full of rubbish', async () => {
    localStorage.setItem('learning:unsent-progress:Sam Reed', '[{"lessonId":"x"},null,{"lessonId":1}]');
    const { answers, state } = server();
    follow(answers);
    await settled();
    expect(state.saves).toBe(0);
  });

  it('gives up what the server will never take', async () => {
    const refuses = answer(calls.saveProgress, () => {
      throw new ApiError('invalid-request', 'The request is not valid.', { status: 400 });
    });
    const { progress } = follow([...server().answers.slice(0, 1), refuses]);
    await settled();
    progress.note(1001, 42, false);
    await progress.report();
    expect(unsentProgressOf('Sam Reed').read()).toEqual([]);
  });

  it('is known at once where it was noted, before any server has heard of it', () => {
    const { progress } = follow(server().answers);
    let told = 0;
    progress.subscribe(() => (told += 1));
    progress.note(1002, 5, true);
    expect(progress.getState().lessons.get(1002)).toMatchObject({ positionSeconds: 5, watched: true });
    expect(told).toBe(1);
  });
});
