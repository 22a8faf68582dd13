import {
  type ErrorPhase,
  isSlowVital,
  TELEMETRY_PLACE,
  TELEMETRY_ROUTE,
  TELEMETRY_TIME_MAX,
  type TelemetryEvent,
  type TelemetrySlot,
  type VitalName,
} from '@isa/api-contract';
import { SHARED_FOLDER } from '../../platform/formats/release';

/** The release that an event is about: a remote's or the shell's. */
export interface Subject {
  readonly name: string;
  readonly version: string;
  readonly slot: TelemetrySlot;
}

/** Reports how releases perform, and nothing about a visitor: no address, no text, no id. */
export type Telemetry = ReturnType<typeof createTelemetry>;

export interface TelemetryOptions {
  addEvent(event: TelemetryEvent): void;
  /** Whether vitals are reported too; views and errors always are, because a rate needs both. */
  isSampled(): boolean;
  readonly now?: () => number;
}

interface Page {
  readonly from: number;
  readonly subject: Subject;
  readonly route: string | undefined;
  /** How its earlier vitals have counted this view. */
  counted?: 'measured' | 'slow';
}

/** How many pages are remembered for late vitals: interactions are reported when the document is hidden. */
const MAX_PAGES = 50;

export function createTelemetry({ addEvent, isSampled, now = () => performance.now() }: TelemetryOptions) {
  let currentRoute: string | undefined;
  /** The releases whose view of the current page is counted, and whether they have failed in it. */
  const failedViews = new Map<string, boolean>();
  const pages: Page[] = [];

  const about = ({ name, version, slot }: Subject, route: string | undefined) => ({
    remote: name,
    version,
    slot,
    ...(route && { route }),
  });

  function countView(subject: Subject): void {
    if (failedViews.has(keyOf(subject))) return;
    failedViews.set(keyOf(subject), false);
    addEvent({ kind: 'view', ...about(subject, currentRoute) });
  }

  return {
    begin(route: string | undefined): void {
      // Only patterns are reported, and one that could be an address is left out.
      currentRoute = route && TELEMETRY_ROUTE.test(route) ? route : undefined;
      failedViews.clear();
    },
    /** Counts a view: this release has rendered the page, or its error message. */
    rendered(subject: Subject): void {
      countView(subject);
      // The document's first page counts from the document's start.
      pages.push({ from: pages.length === 0 ? 0 : now(), subject, route: currentRoute });
      if (pages.length > MAX_PAGES) pages.shift();
    },
    /** @param cause what was thrown; only its place in a script of the release is reported. */
    error(subject: Subject, phase: ErrorPhase, cause?: unknown): void {
      countView(subject);
      const first = !failedViews.get(keyOf(subject));
      failedViews.set(keyOf(subject), true);
      addEvent({ kind: 'error', ...about(subject, currentRoute), phase, first, ...placeOf(cause, subject) });
    },
    /** Counts a script that has broken the content policy. */
    policy: (subject: Subject) => addEvent({ kind: 'policy', ...about(subject, currentRoute) }),
    /** @param at milliseconds since the document's start: the vital belongs to the page of that time. */
    vital(name: VitalName, value: number, at: number): void {
      const page = pages.findLast(({ from }) => from <= at);
      if (!page || !isSampled()) return;
      const { counted } = page;
      const fields = { ...about(page.subject, page.route), ...(counted && { counted }) };
      addEvent({ kind: 'vital', ...fields, name, value: toReportedTime(value) });
      page.counted = isSlowVital(name, value) ? 'slow' : (counted ?? 'measured');
    },
  };
}

const keyOf = ({ name, version, slot }: Subject) => `${name}@${version} ${slot}`;

/** The innermost frame of an error's stack that is in a script of the release. Frames begin differently in each engine. */
function placeOf(cause: unknown, { name, version }: Subject): { readonly place?: string } {
  const stack = cause instanceof Error ? (cause.stack ?? '') : '';
  const folders = [version, SHARED_FOLDER].map((folder) => `/${name}/${folder}/`);
  const frame = stack.split('\n').find((line) => folders.some((folder) => line.includes(folder))) ?? '';
  const place = frame.slice(frame.lastIndexOf('/') + 1).replace(/\)$/, '');
  return TELEMETRY_PLACE.test(place) ? { place } : {};
}

/** Rounds to microseconds, and limits times, because a suspended tab measures hours. */
function toReportedTime(value: number): number {
  return Math.round(Math.min(Math.max(value, 0), TELEMETRY_TIME_MAX) * 1_000) / 1_000;
}
