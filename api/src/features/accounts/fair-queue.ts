interface Task {
  start(): void;
  refuse(): void;
}

interface FairQueueOptions {
  readonly concurrency: number;
  readonly maxWaiting: number;
  /** The error of a task that found no room. */
  readonly refused: () => Error;
}

/**
 * Runs tasks of several clients, which take turns. When the queue is full, a client with fewer waiting tasks displaces
 * the latest task of the client with the most, so that no few clients can occupy it.
 */
export function createFairQueue({ concurrency, maxWaiting, refused }: FairQueueOptions) {
  /** In the order of the clients' turns. */
  const waiting = new Map<string, Task[]>();
  let running = 0;

  function startNext(): void {
    const [turn] = waiting;
    if (!turn || running >= concurrency) return;
    const [client, [task, ...later]] = turn;
    waiting.delete(client);
    if (later.length > 0) waiting.set(client, later);
    running += 1;
    task?.start();
  }

  /** @returns false when the client may not have another waiting task. */
  function makeRoom(client: string): boolean {
    const lists = [...waiting.values()];
    if (lists.reduce((sum, { length }) => sum + length, 0) < maxWaiting) return true;
    const longest = lists.reduce((most, list) => (list.length > most.length ? list : most), []);
    if (longest.length <= (waiting.get(client)?.length ?? 0) + 1) return false;
    longest.pop()?.refuse();
    return true;
  }

  return {
    /** @throws the error of `refused` when the queue is full, and what `work` throws */
    run<Result>(client: string, work: () => Promise<Result>): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        const refuse = () => reject(refused());
        const start = () => {
          void work()
            .then(resolve, reject)
            .finally(() => {
              running -= 1;
              startNext();
            });
        };
        if (!makeRoom(client)) return refuse();
        waiting.set(client, [...(waiting.get(client) ?? []), { start, refuse }]);
        startNext();
      });
    },
  };
}
