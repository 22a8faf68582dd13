import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { type OrderRecord, orderRecordSchema, type ReplayRecord, replayRecordSchema } from './records';

/** PayPal remembers a PayPal-Request-Id of the Orders API for six hours. */
const REPLAY_MS = 6 * 60 * 60 * 1000;

const entrySchema = z.union([
  z.object({ order: orderRecordSchema }),
  z.object({ replay: replayRecordSchema }),
]);
type Entry = z.infer<typeof entrySchema>;

export type Store = ReturnType<typeof openStore>;

/**
 * Orders in memory and, with a file, in a journal of JSON lines. The journal is written before each response, so
 * that a stop at any moment loses nothing that was confirmed.
 */
export function openStore(file?: string) {
  const orders = new Map<string, OrderRecord>();
  const replays = new Map<string, ReplayRecord>();

  function apply(entry: Entry): void {
    if ('order' in entry) orders.set(entry.order.id, entry.order);
    else replays.set(entry.replay.key, entry.replay);
  }

  function write(entry: Entry): void {
    apply(entry);
    if (file) appendFileSync(file, lineOf(entry));
  }

  if (file) {
    // The folder also contains what nginx serves: it may pass through, but not list it.
    mkdirSync(dirname(file), { recursive: true, mode: 0o711 });
    readJournal(file).forEach(apply);
    // Removes superseded lines.
    const lines = [
      ...[...orders.values()].map((order) => lineOf({ order })),
      ...[...replays.values()].map((replay) => lineOf({ replay })),
    ];
    writeFileSync(`${file}.new`, lines.join(''), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  return {
    orders,
    findCapture(captureId: string) {
      for (const order of orders.values()) {
        if (order.capture?.id === captureId) return { order, capture: order.capture };
      }
      return undefined;
    },
    findReplay(key: string): ReplayRecord | undefined {
      const replay = replays.get(key);
      return replay && Date.now() - replay.at < REPLAY_MS ? replay : undefined;
    },
    /** Stores a new or changed order in memory and in the file. */
    saveOrder: (order: OrderRecord) => write({ order }),
    saveReplay: (replay: Omit<ReplayRecord, 'at'>) => write({ replay: { ...replay, at: Date.now() } }),
  };
}

function lineOf(entry: Entry): string {
  return `${JSON.stringify(entry)}\n`;
}

/** The entries of a journal without damaged lines: a stop can leave the last one incomplete. */
function readJournal(file: string): Entry[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [entrySchema.parse(JSON.parse(line))];
      } catch {
        return [];
      }
    });
}
