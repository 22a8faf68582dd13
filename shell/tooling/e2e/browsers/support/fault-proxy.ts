import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { listen } from '../../../../packages/node/processes';

/**
 * A script that runs before every script of a page, and keeps its errors, warnings and moments without a title
 * for the tab.
 */
const COLLECTOR = `
const errors = () => JSON.parse(sessionStorage.getItem('errors') ?? '[]');
const add = (text) => sessionStorage.setItem('errors', JSON.stringify([...errors(), location.pathname + ': ' + text]));
for (const level of ['error', 'warn']) {
  const print = console[level];
  console[level] = (...args) => { add(args.map(String).join(' ')); print(...args); };
}
let isLeaving = false;
addEventListener('beforeunload', () => (isLeaving = true));
addEventListener('error', ({ message, target }) => {
  // A script that is not loaded yet when the visitor leaves is no error.
  if (message) add(message);
  else if (!isLeaving) add('not loaded: ' + (target.src ?? target.href));
}, true);
// The page may handle it after this listener.
addEventListener('unhandledrejection', (event) => setTimeout(() => event.defaultPrevented || add('unhandled: ' + event.reason)));
new MutationObserver(() => document.readyState === 'loading' || document.title || add('no title'))
  .observe(document.head, { childList: true, subtree: true, characterData: true });
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => add(violatedDirective + ': ' + blockedURI));
`;
const COLLECTOR_PATH = '/collect-errors.js';

export type Fault = 'down' | 'modified';

/** A site between the browser and the real one, whose scripts fail on demand: WebDriver cannot change responses. */
export class FaultProxy {
  private fault: { readonly scripts: RegExp; readonly kind: Fault } | undefined;
  private readonly servers: Server[] = [];

  /** @param ports the ports of the real site and its CDN, and those where browsers find them. */
  async start(ports: { readonly [name in 'site' | 'cdn']: { readonly from: number; readonly to: number } }) {
    for (const { from, to } of Object.values(ports)) {
      const server = createServer((incoming, outgoing) => this.forward(incoming, outgoing, to));
      await listen(server, from);
      this.servers.push(server);
    }
  }

  stop(): void {
    for (const server of this.servers) {
      server.close();
      server.closeAllConnections();
    }
  }

  failScripts(scripts: RegExp, kind: Fault): void {
    this.fault = { scripts, kind };
  }

  restore(): void {
    this.fault = undefined;
  }

  private forward(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
    const { method, url = '', headers } = incoming;
    if (url === COLLECTOR_PATH) {
      outgoing.writeHead(200, { 'Content-Type': 'text/javascript' }).end(COLLECTOR);
      return;
    }
    const fault = this.fault?.scripts.test(url) ? this.fault.kind : undefined;
    if (fault === 'down') {
      outgoing.destroy();
      return;
    }
    const real = request(
      { host: 'localhost', port, method, path: url, headers: { ...headers, 'accept-encoding': 'identity' } },
      (response) => {
        const isPage = response.headers['content-type']?.startsWith('text/html');
        // The browser must ask again for a script that fails later.
        const sent = { ...response.headers, ...(!headers.range && { 'cache-control': 'no-store' }) };
        if (!isPage && !fault) {
          outgoing.writeHead(response.statusCode ?? 502, sent);
          response.pipe(outgoing);
          return;
        }
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (body += chunk));
        response.on('end', () => {
          const changed = isPage
            ? body.replace('<head>', `<head><script src="${COLLECTOR_PATH}"></script>`)
            : `${body};window.modified = true;`;
          outgoing.writeHead(response.statusCode ?? 502, {
            ...sent,
            'content-length': Buffer.byteLength(changed),
          });
          outgoing.end(changed);
        });
      },
    );
    real.on('error', () => outgoing.destroy());
    incoming.pipe(real);
  }
}
