/** One request as the browser's network events tell it; times in milliseconds since the navigation. */
export interface RequestRecord {
  readonly url: string;
  /** The protocol's resource type: `Document`, `Script`, `Image`, `Fetch`, … */
  readonly type: string;
  readonly start: number;
  /** When its last byte was there; absent where it failed or goes on. */
  readonly end: number | undefined;
  /** What made the browser ask: the parser of a document or style sheet, a script, or something else. */
  readonly initiator: 'parser' | 'script' | 'other';
  /** Addresses of the document, style sheet or scripts that the initiator names. */
  readonly causes: readonly string[];
}

/** The largest paint, as the page has seen it. */
export interface LargestPaint {
  readonly time: number;
  /** Of the picture; absent for text. */
  readonly url?: string;
  /** Whether the element was in the document before any deferred script ran. */
  readonly parsed: boolean;
  /** The element's name and the beginning of what it says, for people. */
  readonly what: string;
}

const CODE_OR_DATA = new Set(['Script', 'Fetch', 'XHR']);

/**
 * The number of requests that had to follow one another before the largest paint, the document included. A
 * request of the parser follows the document or style sheet that names it. A request of a script follows all
 * code and data that had arrived when it was made. A picture is painted when it has arrived; a text of
 * the document, when the document has; a text made by script, when all code and data before the paint had.
 */
export function hopsToLargestPaint(requests: readonly RequestRecord[], paint: LargestPaint): number {
  const picture = paint.url && requests.find(({ url }) => url === paint.url);
  if (picture) {
    // What a script has put into the page was asked for by a script, whatever the browser names.
    return depthOf(requests, paint.parsed ? picture : { ...picture, initiator: 'script' });
  }
  if (paint.parsed) return 1;
  return Math.max(1, ...arrivedBefore(requests, paint.time).map((request) => depthOf(requests, request)));
}

/** How many requests lie on the longest way from the navigation to this one, itself included. */
export function depthOf(requests: readonly RequestRecord[], request: RequestRecord): number {
  if (request.type === 'Document') return 1;
  const before =
    request.initiator === 'script'
      ? arrivedBefore(requests, request.start)
      : requests.filter(({ url, start }) => request.causes.includes(url) && start < request.start);
  return 1 + Math.max(1, ...before.map((cause) => depthOf(requests, cause)));
}

function arrivedBefore(requests: readonly RequestRecord[], time: number): RequestRecord[] {
  return requests.filter(
    ({ type, start, end }) => CODE_OR_DATA.has(type) && start < time && end !== undefined && end <= time,
  );
}
