import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseJson } from '../src/platform/parse-json';
import { type OrderRecord, orderRecordSchema } from './records';

/** Orders in memory and, with a file, in a journal that is written before each response. */
export function openStore(file?: string) {
  const orders = new Map<string, OrderRecord>();
  if (file) {
    // nginx may pass through the folder, which also contains what it serves, but not list it.
    mkdirSync(dirname(file), { recursive: true, mode: 0o711 });
    // A stop can leave a line incomplete; the next one then begins on a new line.
    appendFileSync(file, existsSync(file) ? '\n' : '', { mode: 0o600 });
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const { data } = orderRecordSchema.safeParse(parseJson(line));
      if (data) orders.set(data.id, data);
    }
  }
  return {
    orders: orders as ReadonlyMap<string, OrderRecord>,
    save(order: OrderRecord): void {
      if (file) appendFileSync(file, `${JSON.stringify(order)}\n`);
      orders.set(order.id, order);
    },
  };
}
