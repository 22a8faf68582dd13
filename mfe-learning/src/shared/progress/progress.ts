import { calls } from '@isa/api-contract';
import { ApiError, createStore, type Host, type ReadonlyStore } from '@isa/contract';
import { type LessonProgress, mergedAll, type ProgressByLesson } from './merge';
import { type UnsentProgress, unsentProgressOf } from './unsent';

/** Between two reports to the server while a lesson plays. */
const REPORT_EVERY_MS = 10_000;

export interface ProgressState {
  /** `settled` once the server has answered or failed to: only then is it worth jumping to a position. */
  readonly status: 'none' | 'loading' | 'settled';
  readonly lessons: ProgressByLesson;
}

/** A customer's progress in all lessons. Kept by the server, merged with what this browser has not sent yet. */
export interface Progress extends ReadonlyStore<ProgressState> {
  /** Records where the player is. Reported soon, or at once by `report`. */
  note(lessonId: number, positionSeconds: number, watched: boolean): void;
  /** Sends everything that is not sent yet. Failures are kept for the next time. */
  report(): Promise<void>;
}

const NO_PROGRESS: ProgressState = { status: 'none', lessons: new Map() };

/** Follows the session: a customer's progress is loaded at log in and gone at log out. */
export function createProgress(host: Host): Progress {
  const store = createStore<ProgressState>(() => NO_PROGRESS);
  let customer: string | undefined;
  let stored: UnsentProgress | undefined;
  let unsent = new Map<number, LessonProgress>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function merge(records: Iterable<LessonProgress>) {
    store.setState(({ lessons }) => ({ lessons: mergedAll(lessons, records) }));
  }

  function storeUnsent() {
    stored?.write([...unsent.values()]);
  }

  async function load(name: string) {
    stored = unsentProgressOf(name);
    unsent = new Map(stored.read().map((record) => [record.lessonId, record]));
    store.setState({ status: 'loading', lessons: unsent });
    try {
      const { lessons } = await host.api(calls.readProgress, {});
      if (customer === name) merge(lessons);
    } catch {
      // Watching goes on without the server's memory; what is noted meanwhile stays in browser storage.
    }
    if (customer !== name) return;
    store.setState({ status: 'settled' });
    await report();
  }

  async function send(record: LessonProgress) {
    const owner = customer;
    try {
      const { progress } = await host.api(calls.saveProgress, {
        params: { lessonId: record.lessonId },
        body: { positionSeconds: record.positionSeconds, watched: record.watched, at: record.updatedAt },
      });
      if (customer !== owner) return;
      merge([progress]);
    } catch (error) {
      // What the server will never take is not worth keeping; everything else is sent again later.
      if (customer !== owner || !(error instanceof ApiError && error.id === 'invalid-request')) return;
    }
    if (unsent.get(record.lessonId) === record) unsent.delete(record.lessonId);
    storeUnsent();
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
      stored = undefined;
      unsent = new Map();
      store.setState(NO_PROGRESS);
    } else void load(now);
  }

  host.session.store.subscribe(follow);
  follow();

  return {
    ...store,
    note(lessonId, positionSeconds, watched) {
      if (customer === undefined) return;
      const record = { lessonId, positionSeconds, watched, updatedAt: new Date().toISOString() };
      merge([record]);
      unsent.set(lessonId, store.getState().lessons.get(lessonId) ?? record);
      storeUnsent();
      timer ??= setTimeout(() => void report(), REPORT_EVERY_MS);
    },
    report,
  };
}
