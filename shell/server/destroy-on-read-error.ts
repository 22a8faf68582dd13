import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/**
 * A file that is removed between its look-up and its reading fails as a stream, whose error nobody hears: unheard, it
 * would end the process. This way it costs the one answer.
 */
export function survivesLostFiles(response: ServerResponse): void {
  response.on('pipe', (source: Readable) => {
    source.once('error', () => response.destroy());
  });
}
