import { paths } from '@isa/contract';

/** The login page, leading back to where the visitor was. */
export function loginFor(pathname: string): string {
  return `${paths.login}?next=${encodeURIComponent(pathname)}`;
}
