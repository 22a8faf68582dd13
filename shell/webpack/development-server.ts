import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { configuration } from './configuration';

export interface DevelopmentServerOptions {
  readonly part: string;
  readonly port: number;
  readonly mode: 'development' | 'override';
  /** Also serves the remote alone, at `/`. */
  readonly standalone?: boolean;
  /** Told after every build, with what changed. */
  readonly onBuilt: (seconds: number, changedFiles: readonly string[], failed: string | undefined) => void;
  /** What `/remote.json` answers: the remote's registry entry, for overrides. */
  readonly description?: () => unknown;
}

/** Release version of everything that a development server builds. */
export const DEVELOPMENT = 'development';

/** One part behind webpack's development server, with Fast Refresh across origins. */
export async function startDevelopmentServer(options: DevelopmentServerOptions): Promise<WebpackDevServer> {
  const { part, port, mode, standalone = false, onBuilt, description } = options;
  const origin = `http://localhost:${port}`;
  // Folders in memory, one each: a build clears its own.
  const build = { part, version: DEVELOPMENT, outputFolder: '/remote' };
  const configurations = [
    // Where the part also runs alone, the page of its own has the root.
    configuration({ ...build, mode, publicPath: standalone ? `${origin}/remote/` : `${origin}/` }),
    ...(standalone
      ? [
          configuration({
            ...build,
            mode: 'development',
            outputFolder: '/standalone',
            publicPath: `${origin}/`,
            standalone: true,
          }),
        ]
      : []),
  ];
  const compiler = webpack(configurations);
  compiler.hooks.done.tap('isa', ({ stats }) => {
    const changed = compiler.compilers.flatMap(({ modifiedFiles }) => [...(modifiedFiles ?? [])]);
    const failed = stats.find((one) => one.hasErrors())?.toString({ preset: 'errors-only', colors: false });
    const milliseconds = Math.max(...stats.map(({ startTime, endTime }) => endTime - startTime));
    onBuilt(milliseconds / 1000, changed, failed);
  });
  const server = new WebpackDevServer(
    {
      port,
      host: 'localhost',
      hot: mode === 'development' || standalone,
      liveReload: false,
      allowedHosts: 'all',
      headers: { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' },
      static: false,
      historyApiFallback: false,
      client: { webSocketURL: `ws://localhost:${port}/ws`, overlay: false, logging: 'warn' },
      setupMiddlewares(middlewares, { app }) {
        if (description) {
          // Registered before the server's own headers are set.
          app?.get('/remote.json', (_request, response) => {
            response.setHeader('Access-Control-Allow-Origin', '*');
            response.json(description());
          });
        }
        if (standalone) {
          middlewares.push({
            name: 'standalone-page',
            middleware: (
              _request: unknown,
              response: { end(html: string): void; setHeader(n: string, v: string): void },
            ) => {
              response.setHeader('content-type', 'text/html; charset=utf-8');
              response.end(
                `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${part} alone</title><script defer src="/main.js"></script></head><body><div id="root"></div></body></html>`,
              );
            },
          });
        }
        return middlewares;
      },
    },
    compiler,
  );
  await server.start();
  return server;
}
