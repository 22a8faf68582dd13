export { incompatibility, unservedCalls } from './call-compatibility';
export { type CallContract, callContractSchema, describeCalls } from './call-contracts';
export { callSchemas, type CallSchemas } from './call-schemas';
export { bookSchema, courseSchema, legalPageSchema, lessonSchema, postSchema } from './catalogue';
export {
  assertionSchema,
  creationOptionsSchema,
  newCredentialSchema,
  passkeyNameSchema,
  requestOptionsSchema,
} from './passkeys';
export { emailSchema, typedSchema } from './shared';
export { type CheckResult, checkResult, failed, passed, warned } from './check-result';
