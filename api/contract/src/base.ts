/**
 * What the calls and schemas of the API's features are made from. They import this and never the index, which stands
 * above them and exports their types.
 */
export type { CallsOf } from './call';
export { legalPages } from './legal-pages';
export { messages } from './messages';
export { isLessonId, MAX_QUANTITY } from './products';
export * from './rules';
export * from './telemetry';
export { isBlank, lineError, normalisePassword, normaliseText } from './typed-text';
