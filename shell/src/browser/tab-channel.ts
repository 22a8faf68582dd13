/**
 * An open channel keeps a page out of the back/forward cache (web.dev), so it is open only while the page is
 * displayed. Messages sent meanwhile are lost: read the state on `pageshow`.
 */
export function createTabChannel(name: string) {
  let channel: BroadcastChannel | undefined;
  /** @returns `undefined` in a browser that denies storage, as Firefox does with cookies blocked. */
  const create = () => {
    try {
      return new BroadcastChannel(name);
    } catch {
      return undefined;
    }
  };

  return {
    post(message: string): void {
      if (channel) return channel.postMessage(message);
      const temporary = create();
      temporary?.postMessage(message);
      temporary?.close();
    },
    listen(receive: (message: string) => void): void {
      const open = () => {
        channel ??= create();
        channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => receive(String(data)));
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
