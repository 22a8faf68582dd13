import { calls } from '@isa/api-contract';
import { ApiError, createStore, type Host, type ReadonlyStore } from '@isa/contract';
import { type LessonProgress, mergedAll, type ProgressByLesson } from './merge';
import { type UnsentProgress, unsentProgressOf } from './unsent';

/** The time between two requests to the server while a lesson plays, in milliseconds. */
const SEND_EVERY_MS = 10_000;

export interface ProgressState {
  /** `settled` once the request has succeeded or failed. Positions are resumed only then. */
  readonly status: 'none' | 'loading' | 'settled';
  readonly lessons: ProgressByLesson;
}

/** A customer's progress in all lessons: the server's records merged with the unsent ones of this browser. */
export interface Progress extends ReadonlyStore<ProgressState> {
  /** Records the player's position. It is sent within 10 seconds, or at once by `sendUnsent`. */
  record(lessonId: number, positionSeconds: number, watched: boolean): void;
  /** Sends every unsent record. Failed ones stay stored and are sent later. */
  sendUnsent(): Promise<void>;
}

const noProgress: ProgressState = { status: 'none', lessons: new Map() };

/** Loads the customer's progress at login and clears it at logout. */
export function createProgress(host: Host): Progress {
  const store = createStore<ProgressState>(() => noProgress);
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

  async function load(account: string) {
    stored = unsentProgressOf(account);
    unsent = new Map(stored.read().map((record) => [record.lessonId, record]));
    store.setState({ status: 'loading', lessons: unsent });
    try {
      const { lessons } = await host.api(calls.readProgress, {});
      if (customer === account) merge(lessons);
    } catch {
      // Without the server's records the lesson plays all the same; new ones stay in browser storage.
    }
    if (customer !== account) return;
    store.setState({ status: 'settled' });
    await sendUnsent();
  }

  async function send(record: LessonProgress) {
    const sender = customer;
    try {
      const { progress } = await host.api(calls.saveProgress, {
        params: { lessonId: record.lessonId },
        body: { positionSeconds: record.positionSeconds, watched: record.watched, at: record.updatedAt },
      });
      if (customer !== sender) return;
      merge([progress]);
    } catch (error) {
      // A record that the server rejects is dropped; any other failure is retried later.
      if (customer !== sender || !(error instanceof ApiError && error.id === 'invalid-request')) return;
    }
    if (unsent.get(record.lessonId) === record) unsent.delete(record.lessonId);
    storeUnsent();
  }

  async function sendUnsent() {
    clearTimeout(timer);
    timer = undefined;
    await Promise.all([...unsent.values()].map(send));
  }

  function onSessionChange() {
    const { account: current } = host.session.store.getState();
    if (current === customer) return;
    customer = current;
    clearTimeout(timer);
    timer = undefined;
    if (current === undefined) {
      stored = undefined;
      unsent = new Map();
      store.setState(noProgress);
    } else void load(current);
  }

  host.session.store.subscribe(onSessionChange);
  onSessionChange();

  return {
    ...store,
    record(lessonId, positionSeconds, watched) {
      if (customer === undefined) return;
      const record = { lessonId, positionSeconds, watched, updatedAt: new Date().toISOString() };
      merge([record]);
      unsent.set(lessonId, store.getState().lessons.get(lessonId) ?? record);
      storeUnsent();
      timer ??= setTimeout(() => void sendUnsent(), SEND_EVERY_MS);
    },
    sendUnsent,
  };
}
