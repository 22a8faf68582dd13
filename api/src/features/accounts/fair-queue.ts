interface Task {
  readonly source: string;
  start(): void;
  refuse(): void;
}

const LANES = ['known', 'accounts', 'others'] as const;

/** `known`: proved before. `accounts`: existing ones that a client tries to open. `others`: the rest. */
export type Lane = (typeof LANES)[number];

/** The share of the waiting places that each lane gets when the others want places, too. */
const SHARES: Readonly<Record<Lane, number>> = { known: 0.5, accounts: 0.25, others: 0.25 };

type Clients = Map<string, Task[]>;

/**
 * Runs tasks of several clients: round robin between lanes, the clients of a lane and the sources of a client. In
 * a full queue a task displaces one of the client, source or lane that has more than its share, so that nobody
 * can occupy it.
 */
export function createFairQueue(concurrency: number, maxWaiting: number, refused: () => Error) {
  const lanes: Readonly<Record<Lane, Clients>> = { known: new Map(), accounts: new Map(), others: new Map() };
  let running = 0;
  let nextLane = 0;

  const waiting = () => LANES.reduce((sum, lane) => sum + waitingIn(lanes[lane]), 0);

  function startNext(): void {
    if (running >= concurrency) return;
    for (let at = 0; at < LANES.length; at += 1) {
      const clients = lanes[LANES[(nextLane + at) % LANES.length] ?? 'others'];
      const [first] = clients;
      if (!first) continue;
      const [client, [task, ...later]] = first;
      clients.delete(client);
      if (later.length > 0) clients.set(client, later);
      nextLane = (nextLane + at + 1) % LANES.length;
      running += 1;
      task?.start();
      return;
    }
  }

  /** @returns false when the client may not have another waiting task. */
  function makeRoom(lane: Lane, client: string, source: string): boolean {
    if (waiting() < maxWaiting) return true;
    const clients = lanes[lane];
    const isAbove = (other: Lane) => waitingIn(lanes[other]) > SHARES[other] * maxWaiting;
    const above = LANES.findLast((other) => other !== lane && isAbove(other));
    if (above && waitingIn(clients) + 1 <= SHARES[lane] * maxWaiting) {
      refuseLatest(lanes[above]);
      return true;
    }
    const own = clients.get(client) ?? [];
    const most = clients.get(longestIn(clients))?.length ?? 0;
    if (most > own.length + 1) {
      refuseLatest(clients);
      return true;
    }
    const last = own.at(-1);
    if (!last || countOf(own, last.source) <= countOf(own, source) + 1) return false;
    own.pop()?.refuse();
    return true;
  }

  return {
    waiting,

    /** @throws the error of `refused` when the queue is full, and what `work` throws */
    run<Result>(lane: Lane, client: string, work: () => Promise<Result>, source = client): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        const clients = lanes[lane];
        const refuse = () => reject(refused());
        const start = () => {
          void work()
            .then(resolve, reject)
            .finally(() => {
              running -= 1;
              startNext();
            });
        };
        if (!makeRoom(lane, client, source)) return refuse();
        const tasks = clients.get(client) ?? [];
        const round = countOf(tasks, source);
        const later = tasks.findIndex((task, at) => countOf(tasks.slice(0, at), task.source) > round);
        clients.set(
          client,
          tasks.toSpliced(later === -1 ? tasks.length : later, 0, { source, start, refuse }),
        );
        startNext();
      });
    },
  };
}

function waitingIn(clients: Clients): number {
  let sum = 0;
  for (const { length } of clients.values()) sum += length;
  return sum;
}

const countOf = (tasks: readonly Task[], source: string) =>
  tasks.filter((task) => task.source === source).length;

function longestIn(clients: Clients): string {
  let [longest, most] = ['', 0];
  for (const [client, { length }] of clients) if (length >= most) [longest, most] = [client, length];
  return longest;
}

function refuseLatest(clients: Clients): void {
  const client = longestIn(clients);
  const tasks = clients.get(client);
  tasks?.pop()?.refuse();
  if (tasks?.length === 0) clients.delete(client);
}
