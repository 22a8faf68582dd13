import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/**
 * Closes the connection when a file cannot be read, for instance because it was removed after it was found. Without
 * a listener the stream's error would end the process.
 */
export function destroyOnReadError(response: ServerResponse): void {
  response.on('pipe', (source: Readable) => {
    source.once('error', () => response.destroy());
  });
}
