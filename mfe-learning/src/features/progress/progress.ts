import { calls } from '@isa/api-contract';
import { ApiError, type Host } from '@isa/contract';
import { type LessonProgress, mergedAll, type ProgressByLesson } from './merge';
import { type Unsent, unsentOf } from './unsent';

/** Between two reports to the server while a lesson plays. */
const REPORT_EVERY_MS = 10_000;

export interface ProgressState {
  /** `settled` once the server has answered or failed to: only then is it worth jumping to a position. */
  readonly status: 'none' | 'loading' | 'settled';
  readonly lessons: ProgressByLesson;
}

/** A customer's progress in all lessons. Kept by the server, merged with what this browser has not sent yet. */
export interface Progress {
  getState(): ProgressState;
  subscribe(listener: () => void): () => void;
  /** Records where the player is. Reported soon, or at once by `report`. */
  note(lessonId: number, positionSeconds: number, watched: boolean): void;
  /** Sends everything that is not sent yet. Failures are kept for the next time. */
  report(): Promise<void>;
}

export const NO_PROGRESS: ProgressState = { status: 'none', lessons: new Map() };

/** Follows the session: a customer's progress is loaded at log in and gone at log out. */
export function createProgress(host: Host): Progress {
  const listeners = new Set<() => void>();
  let state = NO_PROGRESS;
  let customer: string | undefined;
  let drawer: Unsent | undefined;
  let unsent = new Map<number, LessonProgress>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function set(next: ProgressState) {
    state = next;
    for (const listener of listeners) listener();
  }

  function keep() {
    drawer?.write([...unsent.values()]);
  }

  async function load(name: string) {
    drawer = unsentOf(name);
    unsent = new Map(drawer.read().map((record) => [record.lessonId, record]));
    set({ status: 'loading', lessons: unsent });
    try {
      const { lessons } = await host.api(calls.readProgress, {});
      if (customer === name) set({ status: 'settled', lessons: mergedAll(state.lessons, lessons) });
    } catch {
      // Watching goes on without the server's memory; what is noted meanwhile waits in the drawer.
      if (customer === name) set({ ...state, status: 'settled' });
    }
    if (customer === name) await report();
  }

  async function send(record: LessonProgress) {
    const owner = customer;
    try {
      const { progress } = await host.api(calls.saveProgress, {
        params: { lessonId: record.lessonId },
        body: { positionSeconds: record.positionSeconds, watched: record.watched, at: record.updatedAt },
      });
      if (customer !== owner) return;
      set({ ...state, lessons: mergedAll(state.lessons, [progress]) });
    } catch (error) {
      // What the server will never take is not worth keeping; everything else is sent again later.
      if (customer !== owner || !(error instanceof ApiError && error.id === 'invalid-request')) return;
    }
    if (unsent.get(record.lessonId) === record) unsent.delete(record.lessonId);
    keep();
  }

  async function report() {
    clearTimeout(timer);
    timer = undefined;
    await Promise.all([...unsent.values()].map(send));
  }

  function follow() {
    const { status, name } = host.session.store.getState();
    const now = status === 'in' ? (name ?? '') : undefined;
    if (now === customer) return;
    customer = now;
    clearTimeout(timer);
    timer = undefined;
    if (now === undefined) {
      drawer = undefined;
      unsent = new Map();
      set(NO_PROGRESS);
    } else void load(now);
  }

  host.session.store.subscribe(follow);
  follow();

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    note(lessonId, positionSeconds, watched) {
      if (customer === undefined) return;
      const record = { lessonId, positionSeconds, watched, updatedAt: new Date().toISOString() };
      const lessons = mergedAll(state.lessons, [record]);
      unsent.set(lessonId, lessons.get(lessonId) ?? record);
      keep();
      set({ ...state, lessons });
      timer ??= setTimeout(() => void report(), REPORT_EVERY_MS);
    },
    report,
  };
}
