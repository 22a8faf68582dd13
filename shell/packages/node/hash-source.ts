import { createHash } from 'node:crypto';

/** The source expression of a text in a content security policy. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
