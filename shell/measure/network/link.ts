import type { Clock } from './clock';

/** What one Ethernet frame carries of a TCP stream (RFC 9293 §3.7.1, IPv4 with time stamps). */
export const SEGMENT = 1448;
/** RFC 6928: what a sender may have under way before the first acknowledgement. */
const INITIAL_WINDOW = 10 * SEGMENT;
/** What waits behind the line: enough that it never runs dry, too little to jump the sender's own queue. */
const SEND_BUFFER = 3 * SEGMENT;

export interface LinkOptions {
  readonly bitsPerSecond: number;
  /** From the end of serialisation to arrival, in milliseconds: half a round trip. */
  readonly delay: number;
}

/** One connection's part of a link. */
export interface Flow {
  /** Sends bytes in order; `ready` is told when the sender should hand over more. */
  send(bytes: Buffer, ready?: () => void): void;
  /** Runs a task when everything sent so far has arrived. */
  afterArrival(task: () => void): void;
  /** Forgets what has not left yet. */
  close(): void;
}

interface Sender {
  readonly deliver: (bytes: Buffer) => void;
  queue: Buffer[];
  waiting: number;
  window: number;
  underWay: number;
  open: boolean;
  /** Told when little enough waits. */
  ready: (() => void)[];
  /** Told when nothing waits any more. */
  done: (() => void)[];
}

/**
 * One direction of an access line: bytes of all connections leave one after another at the line's rate, a
 * segment of each in turn, and arrive after a delay. Each connection starts slowly (RFC 5681 §3.1): its
 * window grows by what is acknowledged, a round trip after it left. No segment is ever lost.
 */
export class Link {
  private senders: Sender[] = [];
  private readonly millisecondsPerByte: number;
  private freeAt = 0;
  private busy = false;

  constructor(
    private readonly clock: Clock,
    private readonly options: LinkOptions,
  ) {
    this.millisecondsPerByte = 8000 / options.bitsPerSecond;
  }

  /** Adds a connection; `deliver` is handed each segment at the far end. */
  flow(deliver: (bytes: Buffer) => void): Flow {
    const sender: Sender = {
      deliver,
      queue: [],
      waiting: 0,
      window: INITIAL_WINDOW,
      underWay: 0,
      open: true,
      ready: [],
      done: [],
    };
    this.senders.push(sender);
    return {
      send: (bytes, ready) => {
        if (!sender.open) return ready?.();
        sender.queue.push(bytes);
        sender.waiting += bytes.length;
        if (ready) sender.ready.push(ready);
        if (!this.busy) this.transmit(this.clock.now());
        tell(sender);
      },
      afterArrival: (task) => {
        sender.done.push(() => this.clock.at(this.freeAt + this.options.delay, task));
        tell(sender);
      },
      close: () => {
        sender.open = false;
        sender.queue = [];
        sender.waiting = 0;
        this.senders = this.senders.filter((other) => other !== sender);
        tell(sender);
      },
    };
  }

  /** Puts the next segment on the line, if there is one that may go. */
  private transmit(notBefore: number): void {
    const sender = this.senders.find(({ waiting, window, underWay }) => waiting > 0 && underWay < window);
    this.busy = sender !== undefined;
    if (!sender) return;
    // To the end of the row: the others come first next time.
    this.senders = [...this.senders.filter((other) => other !== sender), sender];

    const segment = takeSegment(sender);
    sender.underWay += segment.length;
    const left = Math.max(this.freeAt, notBefore) + segment.length * this.millisecondsPerByte;
    this.freeAt = left;
    // A timer that fires late costs the line nothing: the next segment is reckoned from the time that was meant.
    this.clock.at(left, () => this.transmit(left));
    this.clock.at(left + this.options.delay, () => {
      if (sender.open) sender.deliver(segment);
    });
    this.clock.at(left + 2 * this.options.delay, () => {
      sender.underWay -= segment.length;
      sender.window += segment.length;
      if (!this.busy) this.transmit(this.clock.now());
    });
    tell(sender);
  }
}

function takeSegment(sender: Sender): Buffer {
  const parts: Buffer[] = [];
  let room = SEGMENT;
  while (room > 0) {
    const first = sender.queue.shift();
    if (!first) break;
    parts.push(first.subarray(0, room));
    if (first.length > room) sender.queue.unshift(first.subarray(room));
    room -= Math.min(room, first.length);
  }
  const segment = Buffer.concat(parts);
  sender.waiting -= segment.length;
  return segment;
}

/** Writers may write again at once, so they are told last and each only once. */
function tell(sender: Sender): void {
  if (sender.waiting <= SEND_BUFFER) for (const ready of sender.ready.splice(0)) ready();
  if (sender.waiting === 0) for (const done of sender.done.splice(0)) done();
}
