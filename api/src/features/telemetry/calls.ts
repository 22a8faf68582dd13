import type { CallsOf } from '@isa/api-contract/base';
import type { telemetrySchemas } from './schema';

export const telemetryCalls: CallsOf<typeof telemetrySchemas> = {
  telemetry: { method: 'POST', path: '/api/telemetry' },
  operations: { method: 'GET', path: '/api/telemetry/operations' },
  releaseTelemetry: { method: 'GET', path: '/api/telemetry/releases' },
};
