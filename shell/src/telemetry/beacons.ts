import { TELEMETRY_EVENTS_MAX, type TelemetryEvent } from '@isa/api-contract';

/** Most events of one document. A page that fails in a loop must not become a flood. */
const DOCUMENT_MAX = 300;
/** Errors do not wait for the page to be left: a bad canary should be noticed soon. In milliseconds. */
const ERRORS_WAIT = 5_000;

/** Collects events and sends them in batches. Never throws: what watches the pages must not break one. */
export interface Beacons {
  add(event: TelemetryEvent): void;
}

export interface BeaconsOptions {
  readonly page: Pick<Window, 'addEventListener' | 'document'>;
  /** Hands a batch to the browser. */
  send(events: readonly TelemetryEvent[]): void;
}

export function createBeacons({ page, send }: BeaconsOptions): Beacons {
  const { document } = page;
  let waiting: TelemetryEvent[] = [];
  let left = DOCUMENT_MAX;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let flushes = false;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    flushes = false;
    if (waiting.length === 0) return;
    const events = waiting;
    waiting = [];
    try {
      send(events);
    } catch {
      // What could not be sent is lost; a page that is left has nowhere to keep it.
    }
  }

  /** Whoever else reports when the page is hidden does so first. */
  function flushSoon(): void {
    if (flushes) return;
    flushes = true;
    queueMicrotask(flush);
  }

  // Not `unload`, which keeps a page out of the back/forward cache and never comes on phones.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flushSoon();
  });
  page.addEventListener('pagehide', flush);

  return {
    add(event) {
      if (left === 0) return;
      left -= 1;
      waiting.push(event);
      if (waiting.length >= TELEMETRY_EVENTS_MAX) flush();
      else if (document.visibilityState === 'hidden') flushSoon();
      else if (event.kind === 'error') timer ??= setTimeout(flush, ERRORS_WAIT);
    },
  };
}

/** Sends a batch so that it outlives the page (W3C Beacon). */
export function sendBeacon(address: string, events: readonly TelemetryEvent[]): void {
  const body = new Blob([JSON.stringify({ events })], { type: 'application/json' });
  navigator.sendBeacon(address, body);
}
