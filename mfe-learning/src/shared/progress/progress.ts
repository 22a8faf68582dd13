import { calls, FIRST_LESSON_ID, LESSON_COUNT, type LessonProgress } from '@isa/api-contract';
import { ApiError, createStore, type Host, isRecord, storedJson, useHost, useStore } from '@isa/contract';
import { useEffect, useState } from 'react';
import { type ProgressByLesson, withConfirmed, withUnsent } from './merge';

/** The time between two requests to the server while a lesson plays, in milliseconds. */
const SEND_EVERY_MS = 10_000;

/** Records read within this time count as the newest ones, in milliseconds. */
const FRESH_MS = 10_000;

/** How long a page waits for newer records than it has, in milliseconds. */
const MAX_WAIT_MS = 2000;

interface ProgressState {
  /** `settled` once the request has succeeded or failed. Positions are resumed only then. */
  readonly status: 'none' | 'loading' | 'settled';
  readonly lessons: ProgressByLesson;
}

/** A customer's progress in all lessons: the server's records, and over them the unsent ones of this browser. */
type Progress = ReturnType<typeof createProgress>;

const noProgress: ProgressState = { status: 'none', lessons: new Map() };

/** Loads the customer's progress at login and clears it at logout. */
export function createProgress(host: Host) {
  const store = createStore<ProgressState>(() => noProgress);
  let customer: string | undefined;
  let confirmed: ProgressByLesson = new Map();
  let unsent = new Map<number, LessonProgress>();
  const inFlight = new Set<LessonProgress>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading = Promise.resolve();

  function show(status = store.getState().status) {
    store.setState({ status, lessons: withUnsent(confirmed, unsent.values()) });
  }

  async function read(account: string) {
    readAt = performance.now();
    // The server orders what this browser has not sent, so its records are read afterwards.
    await sendUnsent();
    try {
      const { lessons } = await host.api(calls.readProgress, {});
      if (customer === account) confirmed = withConfirmed(confirmed, lessons);
    } catch {
      // Without the server's records the lesson plays all the same; new ones stay in browser storage.
    }
    if (customer === account) show('settled');
  }

  /** Reads what other devices have recorded meanwhile, at most once in ten seconds. */
  function refresh(): Promise<void> {
    if (customer !== undefined && performance.now() - readAt >= FRESH_MS) reading = read(customer);
    return reading;
  }

  async function send(record: LessonProgress) {
    const sender = customer;
    if (sender === undefined) return;
    const { lessonId, positionSeconds, watched, updatedAt } = record;
    inFlight.add(record);
    try {
      const secondsAgo = Math.max(0, Date.now() - Date.parse(updatedAt)) / 1000;
      const { progress } = await host.api(
        calls.saveProgress,
        { params: { lessonId }, body: { positionSeconds, watched, secondsAgo } },
        { keepalive: true },
      );
      if (customer === sender) confirmed = withConfirmed(confirmed, [progress]);
    } catch (error) {
      // A record that the server rejects is dropped; any other failure is retried later.
      if (!(error instanceof ApiError && error.id === 'invalid-request')) return;
    } finally {
      inFlight.delete(record);
    }
    const stored = unsentProgressOf(lessonId, sender);
    // Another tab may have stored a later position meanwhile.
    if (stored.read()?.updatedAt === updatedAt) stored.clear();
    if (customer !== sender) return;
    if (unsent.get(lessonId) === record) unsent.delete(lessonId);
    show();
  }

  /** Sends every unsent record. Failed ones stay stored and are sent later. */
  async function sendUnsent() {
    clearTimeout(timer);
    timer = undefined;
    await Promise.all([...unsent.values()].filter((record) => !inFlight.has(record)).map(send));
  }

  function onSessionChange() {
    const { account: current } = host.session.store.getState();
    if (current === customer) return;
    customer = current;
    clearTimeout(timer);
    timer = undefined;
    confirmed = new Map();
    if (current === undefined) {
      unsent = new Map();
      store.setState(noProgress);
    } else {
      unsent = readUnsent(current);
      show('loading');
      reading = read(current);
    }
  }

  host.session.store.subscribe(onSessionChange);
  onSessionChange();

  return {
    ...store,
    /** Records the player's position. It is sent within 10 seconds, or at once by `sendUnsent`. */
    record(lessonId: number, positionSeconds: number, watched: boolean): void {
      if (customer === undefined) return;
      const stored = unsentProgressOf(lessonId, customer);
      const wasWatched = [store.getState().lessons.get(lessonId), stored.read()].some(
        (last) => last?.watched,
      );
      const record = {
        lessonId,
        positionSeconds,
        watched: watched || wasWatched,
        updatedAt: new Date().toISOString(),
      };
      unsent.set(lessonId, record);
      stored.write(record);
      show();
      timer ??= setTimeout(() => void sendUnsent(), SEND_EVERY_MS);
    },
    sendUnsent,
    refresh,
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

/**
 * Progress that includes what other devices have recorded: `loading` until then, though not long on a slow connection.
 * It is read again whenever the customer returns to the tab.
 */
export function useNewestProgress(): ProgressState {
  const store = useProgressStore();
  const progress = useStore(store);
  const [waiting, setWaiting] = useState(true);

  useEffect(() => {
    const stopWaiting = () => setWaiting(false);
    const timer = setTimeout(stopWaiting, MAX_WAIT_MS);
    void store.refresh().then(stopWaiting);
    const onReturn = () => {
      if (document.visibilityState === 'visible') void store.refresh();
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [store]);

  return waiting && progress.status === 'settled' ? { ...progress, status: 'loading' } : progress;
}

/**
 * Progress that the server has not confirmed: one entry for each lesson, because tabs write at the same time, and for
 * each customer, because computers are shared. Its time is the device's.
 */
export function unsentProgressOf(lessonId: number, customer: string) {
  return storedJson('localStorage', `learning:unsent-progress:${lessonId}:${customer}`, (json) =>
    isLessonProgress(json) && json.lessonId === lessonId ? json : undefined,
  );
}

function readUnsent(customer: string): Map<number, LessonProgress> {
  const records = Array.from({ length: LESSON_COUNT }, (_, index) =>
    unsentProgressOf(FIRST_LESSON_ID + index, customer).read(),
  );
  return new Map(records.flatMap((record) => (record ? [[record.lessonId, record]] : [])));
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
