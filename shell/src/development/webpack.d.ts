interface ImportMeta {
  /** Webpack's interface for hot updates; absent in releases. */
  readonly webpackHot?: { addStatusHandler(handler: (status: string) => void): void };
}

declare module 'webpack-dev-server/client/overlay.js' {
  interface Message {
    readonly message: string;
    readonly file: string;
    readonly stack: readonly string[];
  }
  type OverlayEvent =
    { readonly type: 'RUNTIME_ERROR'; readonly messages: readonly Message[] } | { readonly type: 'DISMISS' };
  export function createOverlay(options: object): { send(event: OverlayEvent): void };
}
