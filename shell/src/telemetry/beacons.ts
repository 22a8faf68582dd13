import { TELEMETRY_EVENTS_MAX, type TelemetryEvent } from '@isa/api-contract';

/** How many events one document sends, so that a page that fails in a loop does not flood the API. */
const DOCUMENT_MAX = 300;
/** The delay in milliseconds after which errors are sent, so that a bad canary is noticed soon. */
const ERROR_DELAY = 5_000;

/** Sends events in batches. @returns a function that adds one and never throws. */
export function createBeacons(
  page: Pick<Window, 'addEventListener' | 'document'>,
  send: (events: readonly TelemetryEvent[]) => void,
): (event: TelemetryEvent) => void {
  const { document } = page;
  let events: TelemetryEvent[] = [];
  let remaining = DOCUMENT_MAX;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFlushScheduled = false;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    isFlushScheduled = false;
    if (events.length === 0) return;
    const batch = events;
    events = [];
    try {
      send(batch);
    } catch {
      // The batch is lost, which is better than a page that fails.
    }
  }

  /** Sends the batch after other `visibilitychange` listeners have added their events. */
  function scheduleFlush(): void {
    if (isFlushScheduled) return;
    isFlushScheduled = true;
    queueMicrotask(flush);
  }

  // The event is not `unload`, which keeps a page out of the back/forward cache and does not fire on phones.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') scheduleFlush();
  });
  page.addEventListener('pagehide', flush);

  return function addEvent(event) {
    if (remaining === 0) return;
    remaining -= 1;
    events.push(event);
    if (events.length >= TELEMETRY_EVENTS_MAX) flush();
    else if (document.visibilityState === 'hidden') scheduleFlush();
    else if (event.kind === 'error') timer ??= setTimeout(flush, ERROR_DELAY);
  };
}

/** Sends a batch that outlives the page (W3C Beacon). */
export function sendBeacon(address: string, events: readonly TelemetryEvent[]): void {
  const body = new Blob([JSON.stringify({ events })], { type: 'application/json' });
  navigator.sendBeacon(address, body);
}
