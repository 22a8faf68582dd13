export type { LegalSlug } from './legal-pages';
export type { CourseCategory } from '../../src/features/catalogue/schema';

/** `pagePath('/isa-books/:bookId')` builds the address of one book and carries the pattern that routers take. */
export function pagePath<Value extends string | number>(pattern: string) {
  return Object.assign((value: Value) => pattern.replace(/:\w+/, encodeURIComponent(value)), { pattern });
}
