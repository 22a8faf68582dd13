import { accountSchemas } from './accounts';
import { catalogueSchemas } from './catalogue';
import { enquirySchemas } from './enquiries';
import { learningSchemas } from './learning';
import { orderSchemas } from './orders';
import { passkeySchemas } from './passkeys';
import { telemetrySchemas } from './telemetry';

/** The schemas of every JSON call. Imported by the API; browsers import their types only. */
export const callSchemas = {
  ...catalogueSchemas,
  ...accountSchemas,
  ...passkeySchemas,
  ...orderSchemas,
  ...learningSchemas,
  ...enquirySchemas,
  ...telemetrySchemas,
} as const;
/** The schemas of all calls by name. */
export type CallSchemas = typeof callSchemas;
