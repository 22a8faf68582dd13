import type { Clock } from './clock';

/** TCP payload of one Ethernet frame in bytes (RFC 9293 §3.7.1, IPv4 with time stamps). */
export const SEGMENT = 1448;
/** RFC 6928: bytes that a sender may have in flight before the first acknowledgement. */
const INITIAL_WINDOW = 10 * SEGMENT;
/** Bytes queued before the link: enough to keep it busy, too few to bypass the sender's own priority queue. */
const SEND_BUFFER = 3 * SEGMENT;

export interface LinkOptions {
  readonly bitsPerSecond: number;
  /** From the end of serialisation to arrival, in milliseconds: half a round trip. */
  readonly delay: number;
}

/** One connection's share of a link. */
export interface Flow {
  /** Sends bytes in order; calls `ready` when the sender should hand over more. */
  send(bytes: Buffer, ready?: () => void): void;
  /** Runs a task when everything sent so far has arrived. */
  afterArrival(task: () => void): void;
  /** Discards bytes that have not left yet. */
  close(): void;
}

interface Sender {
  readonly deliver: (bytes: Buffer) => void;
  queue: Buffer[];
  queued: number;
  window: number;
  inFlight: number;
  open: boolean;
  /** Called when the send buffer has room. */
  onReady: (() => void)[];
  /** Called when the queue is empty. */
  onEmpty: (() => void)[];
}

/**
 * One direction of an access link: segments of all connections leave in round-robin order at the link's rate and arrive
 * after a delay. Each connection begins with slow start (RFC 5681 §3.1): its window grows by what is acknowledged, one
 * round trip after it left. No segment is lost.
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

  /** Adds a connection; `deliver` receives each segment at the far end. */
  flow(deliver: (bytes: Buffer) => void): Flow {
    const sender: Sender = {
      deliver,
      queue: [],
      queued: 0,
      window: INITIAL_WINDOW,
      inFlight: 0,
      open: true,
      onReady: [],
      onEmpty: [],
    };
    this.senders.push(sender);
    return {
      send: (bytes, ready) => {
        if (!sender.open) return ready?.();
        sender.queue.push(bytes);
        sender.queued += bytes.length;
        if (ready) sender.onReady.push(ready);
        if (!this.busy) this.transmit(this.clock.now());
        notify(sender);
      },
      afterArrival: (task) => {
        sender.onEmpty.push(() => this.clock.at(this.freeAt + this.options.delay, task));
        notify(sender);
      },
      close: () => {
        sender.open = false;
        sender.queue = [];
        sender.queued = 0;
        this.senders = this.senders.filter((other) => other !== sender);
        notify(sender);
      },
    };
  }

  /** Sends the next segment, if any sender may send. */
  private transmit(notBefore: number): void {
    const sender = this.senders.find(({ queued, window, inFlight }) => queued > 0 && inFlight < window);
    this.busy = sender !== undefined;
    if (!sender) return;
    // Round robin: the sender moves to the end.
    this.senders = [...this.senders.filter((other) => other !== sender), sender];

    const segment = takeSegment(sender);
    sender.inFlight += segment.length;
    const sentAt = Math.max(this.freeAt, notBefore) + segment.length * this.millisecondsPerByte;
    this.freeAt = sentAt;
    // The next segment is scheduled from the nominal time, so that late timers do not slow the link down.
    this.clock.at(sentAt, () => this.transmit(sentAt));
    this.clock.at(sentAt + this.options.delay, () => {
      if (sender.open) sender.deliver(segment);
    });
    this.clock.at(sentAt + 2 * this.options.delay, () => {
      sender.inFlight -= segment.length;
      sender.window += segment.length;
      if (!this.busy) this.transmit(this.clock.now());
    });
    notify(sender);
  }
}

function takeSegment(sender: Sender): Buffer {
  const chunks: Buffer[] = [];
  let room = SEGMENT;
  while (room > 0) {
    const first = sender.queue.shift();
    if (!first) break;
    chunks.push(first.subarray(0, room));
    if (first.length > room) sender.queue.unshift(first.subarray(room));
    room -= Math.min(room, first.length);
  }
  const segment = Buffer.concat(chunks);
  sender.queued -= segment.length;
  return segment;
}

/** Callbacks may send at once, so each is removed before it is called. */
function notify(sender: Sender): void {
  if (sender.queued <= SEND_BUFFER) for (const ready of sender.onReady.splice(0)) ready();
  if (sender.queued === 0) for (const empty of sender.onEmpty.splice(0)) empty();
}
