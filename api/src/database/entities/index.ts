import { EntitySchema, type ObjectLiteral } from 'typeorm';
import * as accounts from './accounts';
import * as catalogue from './catalogue';
import * as correspondence from './correspondence';
import * as learning from './learning';
import * as office from './office';
import * as orders from './orders';
import * as passkeys from './passkeys';
import * as telemetry from './telemetry';

export * from './accounts';
export * from './catalogue';
export * from './correspondence';
export * from './learning';
export * from './office';
export * from './orders';
export * from './passkeys';
export * from './telemetry';

/** Every table of the schema. A new one, or a changed one, gets a migration for the databases that exist. */
export const entities = [accounts, catalogue, correspondence, learning, office, orders, passkeys, telemetry]
  .flatMap<unknown>(Object.values)
  .filter((exported): exported is EntitySchema<ObjectLiteral> => exported instanceof EntitySchema);
