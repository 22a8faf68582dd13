export { incompatibility, unservedCalls } from './call-compatibility';
export { type CallContract, callContractSchema, describeCalls } from './call-contracts';
export { callSchemas, type CallSchemas } from '../call-schemas';
export {
  academySchema,
  bookSchema,
  courseSchema,
  legalPageSchema,
  lessonSchema,
  postSchema,
  teamMemberSchema,
} from '../../../src/features/catalogue/schema';
export {
  assertionSchema,
  creationOptionsSchema,
  newCredentialSchema,
  passkeyNameSchema,
  requestOptionsSchema,
} from '../../../src/features/accounts/passkey-schema';
export { emailSchema, typedSchema } from '../fields';
export { type CheckResult, checkResult, failed, passed, warned } from './check-result';
