import { catalogueSchemas } from '../../src/features/catalogue/schema';
import { accountSchemas } from '../../src/features/accounts/schema';
import { passkeySchemas } from '../../src/features/accounts/passkey-schema';
import { orderSchemas } from '../../src/features/orders/schema';
import { learningSchemas } from '../../src/features/learning/schema';
import { enquirySchemas } from '../../src/features/enquiries/schema';
import { telemetrySchemas } from '../../src/features/telemetry/schema';

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
