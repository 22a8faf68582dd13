import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { rejection } from '@isa/api-contract/rejected-requests';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { RELEASE_HEADER } from '../../../platform/formats/release-header';
import { developmentConfiguration } from './development-configuration';

export interface DevelopmentServerOptions {
  readonly app: string;
  readonly port: number;
  /** Whether a remote is built for other shells, and its standalone page is also served, at `/`. */
  readonly standalone: boolean;
  /** The origins whose pages may load it, besides those of this machine: of the site and of its previews. */
  readonly pages: readonly string[];
  /** Whether the overlay shows runtime errors. Only one app of a page should: each would show all of them. */
  readonly runtimeErrors: boolean;
  /** Called after every build. @param errors webpack's errors; `undefined` when the build succeeded. */
  readonly onBuilt: (seconds: number, changedFiles: readonly string[], errors: string | undefined) => void;
  /** The response of `/remote.json`: the remote's registry entry, for overrides. */
  readonly description: () => unknown;
}

export const DEVELOPMENT = 'development';

export type DevelopmentServer = Awaited<ReturnType<typeof startDevelopmentServer>>;

/** Serves an app with webpack's development server, with Fast Refresh across origins. */
export async function startDevelopmentServer(options: DevelopmentServerOptions) {
  const { app, port, standalone, runtimeErrors, onBuilt, description } = options;
  const origin = `http://localhost:${port}`;
  // The two builds have separate folders in memory, because each build clears its own.
  const build = { app, version: DEVELOPMENT, outputFolder: '/remote' };
  const atRoot = { ...build, mode: 'development', publicPath: `${origin}/` } as const;
  const configurations = standalone
    ? [
        developmentConfiguration({ ...build, mode: 'override', publicPath: `${origin}/remote/` }),
        developmentConfiguration({ ...atRoot, outputFolder: '/standalone', standalone }),
      ]
    : [developmentConfiguration(atRoot)];
  const compiler = webpack(configurations);
  let typeErrors: readonly string[] = [];
  let hasErrors = false;
  compiler.hooks.done.tap('isa', ({ stats }) => {
    const changed = compiler.compilers.flatMap(({ modifiedFiles }) => [...(modifiedFiles ?? [])]);
    const errors = stats.find((one) => one.hasErrors())?.toString({ preset: 'errors-only', colors: false });
    hasErrors = errors !== undefined;
    const milliseconds = Math.max(...stats.map(({ startTime, endTime }) => endTime - startTime));
    onBuilt(milliseconds / 1000, changed, errors);
    // The message of a successful build hides them.
    if (!errors) setImmediate(sendTypeErrors);
  });
  const server = new WebpackDevServer(
    {
      port,
      host: 'localhost',
      hot: true,
      liveReload: false,
      allowedHosts: [...options.pages].map((page) => new URL(page).hostname),
      headers: { 'Cross-Origin-Resource-Policy': 'cross-origin', [RELEASE_HEADER]: `${app}@development` },
      static: false,
      historyApiFallback: false,
      client: {
        webSocketURL: `ws://localhost:${port}/ws`,
        overlay: { errors: true, warnings: false, runtimeErrors },
        logging: 'warn',
      },
      setupMiddlewares(middlewares, { app: express }) {
        express?.use(refuseOtherSites(options.pages));
        express?.get('/remote.json', (_request, response) => {
          response.json(description());
        });
        if (standalone) {
          middlewares.push({
            name: 'standalone-page',
            middleware: (_request: IncomingMessage, response: ServerResponse) => {
              response.setHeader('content-type', 'text/html; charset=utf-8');
              response.end(
                `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${app} alone</title><script defer src="/main.js"></script></head><body><div id="root"></div></body></html>`,
              );
            },
          });
        }
        return middlewares;
      },
    },
    compiler,
  );

  function send(type: string, data?: unknown, parameters?: unknown): void {
    server.sendMessage(server.webSocketServer?.clients ?? [], type, data, parameters);
  }

  function sendTypeErrors(): void {
    const messages = typeErrors.map((message) => ({ message }));
    if (messages.length > 0) send('errors', messages, { preventReloading: true });
  }

  await server.start();
  server.server?.on('clientError', (error: Error, socket: Duplex) => {
    if (socket.writable) socket.end(rejection(error, 'page'));
    else socket.destroy();
  });
  return {
    /** Shows type errors in the overlay of all open pages, until the next call; none hides them. */
    showTypeErrors(errors: readonly string[]): void {
      const isFixed = typeErrors.length > 0 && errors.length === 0;
      typeErrors = errors;
      if (isFixed) send('still-ok');
      else sendTypeErrors();
    },
    /** Hides runtime errors, because another app of the page was built again. */
    hideRuntimeErrors(): void {
      if (!hasErrors && typeErrors.length === 0) send('still-ok');
    },
    stop: () => server.stop(),
  };
}

/**
 * Answers only this machine's names and only own pages: another site could read the sources, build again, or open files in
 * the editor, also under a name of its own that leads here (DNS rebinding).
 */
function refuseOtherSites(pages: readonly string[]) {
  const isOwn = (address: string) => {
    if (!URL.canParse(address)) return false;
    const { hostname, origin } = new URL(address);
    return /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname) || pages.includes(origin);
  };
  return ({ headers, url = '' }: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const { origin, host = '', 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
    const isForeign = origin === undefined ? site === 'cross-site' && mode !== 'navigate' : !isOwn(origin);
    // Links and pictures of any page can send these requests, which change something.
    const isAction = url.startsWith('/webpack-dev-server/') && origin === undefined && site !== 'same-origin';
    if (!isOwn(`http://${host}`) || isForeign || isAction) {
      response.writeHead(403).end('This development server answers its own pages only.\n');
      return;
    }
    response.setHeader('Vary', 'Origin');
    if (origin !== undefined) response.setHeader('Access-Control-Allow-Origin', origin);
    next();
  };
}
