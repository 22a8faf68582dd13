import path from 'node:path';
import Database from 'libsql';
import { z } from 'zod';
import { dataFolder } from './site';

const ordersSchema = z.array(
  z.object({
    status: z.string(),
    total: z.number(),
    user_id: z.number().nullable(),
    buyer_email: z.string().nullable(),
  }),
);

/** Reads orders from the site's database, without the API. */
export function ordersOf(number: string): z.infer<typeof ordersSchema> {
  const database = new Database(path.join(dataFolder, 'isa.sqlite'), { readonly: true, timeout: 5_000 });
  try {
    return ordersSchema.parse(
      database.prepare('SELECT status, total, user_id, buyer_email FROM orders WHERE number = ?').all(number),
    );
  } finally {
    database.close();
  }
}
