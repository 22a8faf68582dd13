import { createHash } from 'node:crypto';

/** The hash of a file as browsers compare it (Subresource Integrity). */
export function integrityOf(bytes: Buffer): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
