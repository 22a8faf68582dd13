import { calls, type LessonProgress } from '@isa/api-contract';
import { ApiError, createStore, type Host, isRecord, storedJson, useHost, useStore } from '@isa/contract';
import { mergedAll, type ProgressByLesson } from './merge';

/** The time between two requests to the server while a lesson plays, in milliseconds. */
const SEND_EVERY_MS = 10_000;

interface ProgressState {
  /** `settled` once the request has succeeded or failed. Positions are resumed only then. */
  readonly status: 'none' | 'loading' | 'settled';
  readonly lessons: ProgressByLesson;
}

/** A customer's progress in all lessons: the server's records merged with the unsent ones of this browser. */
type Progress = ReturnType<typeof createProgress>;

const noProgress: ProgressState = { status: 'none', lessons: new Map() };

/** Loads the customer's progress at login and clears it at logout. */
export function createProgress(host: Host) {
  const store = createStore<ProgressState>(() => noProgress);
  let customer: string | undefined;
  let stored: ReturnType<typeof unsentProgressOf> | undefined;
  let unsent = new Map<number, LessonProgress>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function merge(records: Iterable<LessonProgress>) {
    store.setState(({ lessons }) => ({ lessons: mergedAll(lessons, records) }));
  }

  function storeUnsent() {
    if (unsent.size === 0) stored?.clear();
    else stored?.write([...unsent.values()]);
  }

  async function load(account: string) {
    stored = unsentProgressOf(account);
    unsent = new Map((stored.read() ?? []).map((record) => [record.lessonId, record]));
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

  /** Sends every unsent record. Failed ones stay stored and are sent later. */
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
    /** Records the player's position. It is sent within 10 seconds, or at once by `sendUnsent`. */
    record(lessonId: number, positionSeconds: number, watched: boolean): void {
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

/** One store for each host, which the pages of this remote share. */
const stores = new WeakMap<Host, Progress>();

export function useProgressStore(): Progress {
  const host = useHost();
  const store = stores.get(host) ?? createProgress(host);
  stores.set(host, store);
  return store;
}

/** Progress in all lessons; none during hydration, as in the prerendered page. */
export function useProgress(): ProgressState {
  return useStore(useProgressStore());
}

/** Progress that the server has not confirmed, one list per customer because computers are shared. */
export function unsentProgressOf(customer: string) {
  return storedJson('localStorage', `learning:unsent-progress:${customer}`, (json) =>
    Array.isArray(json) ? json.filter(isLessonProgress) : undefined,
  );
}

function isLessonProgress(value: unknown): value is LessonProgress {
  return (
    isRecord(value) &&
    Number.isInteger(value.lessonId) &&
    Number.isFinite(value.positionSeconds) &&
    typeof value.watched === 'boolean' &&
    typeof value.updatedAt === 'string' &&
    Number.isFinite(Date.parse(value.updatedAt))
  );
}
