import { createServer, type ServerResponse } from 'node:http';
import { serve } from '../../../../api/testing/test-server';
import type { websiteConfiguration } from '../../../platform/store/website';
import { headersAt, type SiteHeaders } from '../../../platform/server/headers-at';
import { send, type BucketObject } from '../release/bucket-server';

/**
 * Starts a bucket as website, behind a CDN that adds headers (Amazon S3 User Guide, "Hosting a static
 * website"): index document, error document and routing rules.
 */
export async function startWebsite(
  objects: ReadonlyMap<string, BucketObject>,
  { IndexDocument, ErrorDocument, RoutingRules = [] }: ReturnType<typeof websiteConfiguration>,
  headers: SiteHeaders,
) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(`http://website${request.url}`);
    const path = decode(pathname.slice(1));
    const added = headersAt(headers, path && `/${path}`);
    for (const [name, value] of Object.entries(added)) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
    if (path === undefined) return void response.writeHead(400).end();
    const key = path === '' || path.endsWith('/') ? path + IndexDocument.Suffix : path;
    const object = objects.get(key);
    if (object) return send(response, object, request.headers);
    if (objects.has(`${key}/${IndexDocument.Suffix}`)) return redirect(response, `/${key}/`);
    const rule = RoutingRules.find(({ Condition }) => path.startsWith(Condition.KeyPrefixEquals));
    if (rule) {
      const { Protocol, HostName, ReplaceKeyWith } = rule.Redirect;
      return redirect(response, `${Protocol}://${HostName}/${ReplaceKeyWith}`);
    }
    send(response, objects.get(ErrorDocument.Key), {}, 404);
  });
  return serve(server);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location }).end();
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
