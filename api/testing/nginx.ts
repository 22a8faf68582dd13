import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { clipFolder } from '../src/features/learning/media/library';
import { apiFolder } from '../src/platform/folders';
import { type RunningNginx, startNginxWith } from './nginx-process';

/**
 * Starts nginx with the API's part of the site's configuration, in which only the addresses of the API and the folders
 * are replaced.
 * @throws Error with nginx's error output when it does not start.
 */
export async function startNginx(
  program: string,
  { apiUrls, mediaFolder }: { readonly apiUrls: readonly string[]; readonly mediaFolder: string },
): Promise<RunningNginx> {
  const read = (name: string) => readFile(path.join(apiFolder, 'nginx', name), 'utf8');
  const [http, server] = await Promise.all([read('http.conf'), read('server.conf')]);
  return startNginxWith(program, ({ port, accessLog }) =>
    replaceAll(
      `${http}
      server {
        listen 127.0.0.1:${port};
        access_log ${accessLog} isa;
        ${server}
      }`,
      [
        [
          'server 127.0.0.1:3002 fail_timeout=2s;',
          apiUrls.map((url) => `server ${new URL(url).host} fail_timeout=2s;`).join('\n'),
        ],
        ['/srv/isa/.data/media/', `${mediaFolder}/`],
        ['/srv/isa/api/content/media/lessons/', `${clipFolder}/`],
      ],
    ),
  );
}

function replaceAll(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The API's part of nginx's configuration lacks ${from}`);
    return result.replaceAll(from, to);
  }, text);
}
