import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CaptureRecord, OrderRecord, ReplayRecord } from './records';

/** PayPal keeps a PayPal-Request-Id of the Orders API for six hours. */
const REPLAY_MS = 6 * 60 * 60 * 1000;

type Entry = { readonly order: OrderRecord } | { readonly replay: ReplayRecord };

export interface Store {
  readonly orders: ReadonlyMap<string, OrderRecord>;
  findCapture(captureId: string): { order: OrderRecord; capture: CaptureRecord } | undefined;
  findReplay(key: string): ReplayRecord | undefined;
  /** Writes a new or changed order through to the file. */
  keepOrder(order: OrderRecord): void;
  keepReplay(replay: Omit<ReplayRecord, 'at'>): void;
}

/**
 * Orders in memory and, with a file, in a journal of JSON lines that is written before anything is
 * answered, so that stopping the sandbox at any moment loses nothing that somebody was told.
 */
export function openStore(file?: string): Store {
  const orders = new Map<string, OrderRecord>();
  const replays = new Map<string, ReplayRecord>();

  function apply(entry: Entry): void {
    if ('order' in entry) orders.set(entry.order.id, entry.order);
    else replays.set(entry.replay.key, entry.replay);
  }

  function write(entry: Entry): void {
    apply(entry);
    if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`);
  }

  if (file) {
    mkdirSync(dirname(file), { recursive: true });
    for (const entry of readJournal(file)) apply(entry);
    // Starting again is the moment to forget superseded lines.
    const compact = [
      ...[...orders.values()].map((order) => ({ order })),
      ...[...replays.values()].map((replay) => ({ replay })),
    ];
    writeFileSync(`${file}.new`, compact.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    renameSync(`${file}.new`, file);
  }

  return {
    orders,
    findCapture(captureId) {
      for (const order of orders.values()) {
        if (order.capture?.id === captureId) return { order, capture: order.capture };
      }
      return undefined;
    },
    findReplay(key) {
      const replay = replays.get(key);
      return replay && Date.now() - replay.at < REPLAY_MS ? replay : undefined;
    },
    keepOrder: (order) => write({ order }),
    keepReplay: (replay) => write({ replay: { ...replay, at: Date.now() } }),
  };
}

function readJournal(file: string): Entry[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        // The journal is the sandbox's own; only its last line can be torn.
        return [JSON.parse(line) as Entry];
      } catch {
        return [];
      }
    });
}
