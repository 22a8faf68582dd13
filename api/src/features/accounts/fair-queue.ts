interface Task {
  start(): void;
  refuse(): void;
}

interface FairQueueOptions {
  readonly concurrency: number;
  readonly maxWaiting: number;
  /** True for clients that have proved themselves before, such as known devices. */
  readonly isKnown: (client: string) => boolean;
  /** The error of a task that found no room. */
  readonly refused: () => Error;
}

/** The waiting tasks of clients, in the order of the clients' turns. */
type Lane = Map<string, Task[]>;

/**
 * Runs tasks of several clients, which take turns; known clients and all others do so, too. When the queue is full, a
 * client with fewer waiting tasks displaces the latest task of the client with the most, so that no few clients can occupy
 * it. Known clients displace others until they have half of the places, so that no number of others can occupy it either.
 */
export function createFairQueue({ concurrency, maxWaiting, isKnown, refused }: FairQueueOptions) {
  const known: Lane = new Map();
  const others: Lane = new Map();
  let running = 0;
  let next = known;

  const waiting = () => waitingIn(known) + waitingIn(others);

  function startNext(): void {
    const lane = next.size > 0 ? next : next === known ? others : known;
    const [turn] = lane;
    if (!turn || running >= concurrency) return;
    const [client, [task, ...later]] = turn;
    lane.delete(client);
    if (later.length > 0) lane.set(client, later);
    next = lane === known ? others : known;
    running += 1;
    task?.start();
  }

  /** @returns false when the client may not have another waiting task. */
  function makeRoom(client: string, lane: Lane): boolean {
    if (waiting() < maxWaiting) return true;
    if (lane === known && waitingIn(known) < maxWaiting / 2) {
      refuseLatest(others);
      return true;
    }
    const most = lane.get(longestIn(lane))?.length ?? 0;
    if (most <= (lane.get(client)?.length ?? 0) + 1) return false;
    refuseLatest(lane);
    return true;
  }

  return {
    /** The number of tasks that wait. */
    waiting,

    /** @throws the error of `refused` when the queue is full, and what `work` throws */
    run<Result>(client: string, work: () => Promise<Result>): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        const lane = isKnown(client) ? known : others;
        const refuse = () => reject(refused());
        const start = () => {
          void work()
            .then(resolve, reject)
            .finally(() => {
              running -= 1;
              startNext();
            });
        };
        if (!makeRoom(client, lane)) return refuse();
        lane.set(client, [...(lane.get(client) ?? []), { start, refuse }]);
        startNext();
      });
    },
  };
}

function waitingIn(lane: Lane): number {
  return [...lane.values()].reduce((sum, { length }) => sum + length, 0);
}

/** The client with the most tasks, the last of several. */
function longestIn(lane: Lane): string {
  let [longest, most] = ['', 0];
  for (const [client, { length }] of lane) if (length >= most) [longest, most] = [client, length];
  return longest;
}

/** Refuses the latest task of the client with the most. */
function refuseLatest(lane: Lane): void {
  const client = longestIn(lane);
  const tasks = lane.get(client);
  tasks?.pop()?.refuse();
  if (tasks?.length === 0) lane.delete(client);
}
