import { catalogueCalls } from '../../src/features/catalogue/calls';
import { accountCalls, passkeyCalls } from '../../src/features/accounts/calls';
import { orderCalls } from '../../src/features/orders/calls';
import { learningCalls } from '../../src/features/learning/calls';
import { enquiryCalls } from '../../src/features/enquiries/calls';
import { telemetryCalls } from '../../src/features/telemetry/calls';
import type { InputOf, OutputOf } from './call';
import type { CallSchemas } from './call-schemas';

/** Method and path of every JSON call of the API: those of specification §7 and the site's additions. */
export const calls = {
  ...catalogueCalls,
  ...accountCalls,
  ...passkeyCalls,
  ...orderCalls,
  ...learningCalls,
  ...enquiryCalls,
  ...telemetryCalls,
} as const;

/** The request of a call by its name: `{ params, query, body }`, each only where the call has it. */
export type CallInput<Name extends keyof CallSchemas> = InputOf<CallSchemas[Name]>;
/** The successful response of a call by its name. A failure is a `Problem`. */
export type CallOutput<Name extends keyof CallSchemas> = OutputOf<CallSchemas[Name]>;
