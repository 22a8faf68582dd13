/** One request as the browser's network events report it; times in milliseconds since the navigation. */
export interface RequestRecord {
  readonly url: string;
  /** The protocol's resource type: `Document`, `Script`, `Image`, `Fetch`, … */
  readonly type: string;
  readonly start: number;
  /** When its last byte arrived; absent while it is pending and after a failure. */
  readonly end: number | undefined;
  /** What caused it: the parser of a document or style sheet, a script, or something else. */
  readonly initiator: 'parser' | 'script' | 'other';
  /** Addresses of the document, style sheet or scripts that the initiator names. */
  readonly causes: readonly string[];
}

/** The largest contentful paint, as the page observed it. */
export interface LargestPaint {
  readonly time: number;
  /** The picture's address; absent for text. */
  readonly url?: string;
  /** Whether the element was in the document before any deferred script ran. */
  readonly parsed: boolean;
  /** The element's name and the beginning of its text, for reports. */
  readonly what: string;
}

const CODE_OR_DATA = new Set(['Script', 'Fetch', 'XHR']);

/**
 * The number of requests that had to follow one another before the largest paint, including the document. A request of
 * the parser follows the document or style sheet that names it; a request of a script follows all code and data that had
 * arrived before it. A picture is painted once it has arrived, text of the document once the document has, and text made
 * by a script once all code and data before the paint have.
 */
export function hopsToLargestPaint(requests: readonly RequestRecord[], paint: LargestPaint): number {
  const picture = paint.url && requests.find(({ url }) => url === paint.url);
  if (picture) {
    // A script inserted the element, so the script caused the request, whatever initiator the browser names.
    return depthOf(requests, paint.parsed ? picture : { ...picture, initiator: 'script' });
  }
  if (paint.parsed) return 1;
  return Math.max(1, ...arrivedBefore(requests, paint.time).map((request) => depthOf(requests, request)));
}

/** The number of requests on the longest chain from the navigation to this request, inclusive. */
function depthOf(requests: readonly RequestRecord[], request: RequestRecord): number {
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
