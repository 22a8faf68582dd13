import path from 'node:path';
import Database from 'libsql';
import { dataFolder } from './site';

export interface OrderRow {
  readonly status: string;
  readonly total: number;
  readonly user_id: number | null;
  readonly buyer_email: string | null;
}

/** Looks into the site's own database, past the API. */
export function ordersOf(number: string): OrderRow[] {
  const database = new Database(path.join(dataFolder, 'isa.sqlite'), { readonly: true, timeout: 5_000 });
  try {
    const rows: unknown = database
      .prepare('SELECT status, total, user_id, buyer_email FROM orders WHERE number = ?')
      .all(number);
    return rows as OrderRow[];
  } finally {
    database.close();
  }
}
