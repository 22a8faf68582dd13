/** The site's other tabs in this browser. */
export interface OtherTabs {
  tell(message: string): void;
  listen(hear: (message: string) => void): void;
}

/**
 * Talks to the other tabs while the page is on display. A page with an open channel may not go into the back/forward
 * cache (web.dev, "Back/forward cache"), so the channel is closed with the page and opened when it comes back; what was
 * said meanwhile has to be looked up then.
 */
export function otherTabs(name: string): OtherTabs {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, listen: () => undefined };
  let channel: BroadcastChannel | undefined;

  return {
    tell(message) {
      if (channel) return channel.postMessage(message);
      const brief = new BroadcastChannel(name);
      brief.postMessage(message);
      brief.close();
    },
    listen(hear) {
      const open = () => {
        channel ??= new BroadcastChannel(name);
        channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(String(data)));
      };
      open();
      window.addEventListener('pagehide', () => {
        channel?.close();
        channel = undefined;
      });
      window.addEventListener('pageshow', ({ persisted }) => persisted && open());
    },
  };
}
