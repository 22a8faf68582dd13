import {
  type ErrorPhase,
  TELEMETRY_ROUTE,
  TELEMETRY_TIME_MAX,
  type TelemetrySlot,
  type VitalName,
} from '@isa/api-contract';
import type { Beacons } from './beacons';

/** The release that an event is about: a remote's or the shell's. */
export interface Subject {
  readonly name: string;
  readonly version: string;
  readonly slot: TelemetrySlot;
}

/** Reports how releases perform, and nothing about a visitor: no address, no text, no id (decision 203). */
export interface Telemetry {
  /** A navigation has begun; the following errors belong to its page. */
  begin(route: string | undefined): void;
  /** This release has rendered the page, or its error message. */
  rendered(subject: Subject): void;
  error(subject: Subject, phase: ErrorPhase): void;
  load(subject: Subject, milliseconds: number): void;
  /** @param at time of the event in milliseconds since the document's start: the vital belongs to the page of that time. */
  vital(name: VitalName, value: number, at: number): void;
}

export interface TelemetryOptions {
  readonly beacons: Beacons;
  /** Whether load times are reported too; views and errors always are, because a rate needs both. */
  isSampled(): boolean;
  readonly now?: () => number;
}

/** How many pages a late vital can be attributed to: interactions are reported when the document is hidden. */
const MAX_PAGES = 50;

interface View {
  readonly route: string | undefined;
  /** Releases whose view has been counted. */
  readonly counted: Set<string>;
  /** Releases that have failed in this view. */
  readonly failed: Set<string>;
}

export function createTelemetry({
  beacons,
  isSampled,
  now = () => performance.now(),
}: TelemetryOptions): Telemetry {
  let view = newView(undefined);
  const pages: { readonly from: number; readonly subject: Subject; readonly route: string | undefined }[] =
    [];

  /** The fields of every event. */
  const about = ({ name, version, slot }: Subject, route = view.route) => ({
    remote: name,
    version,
    slot,
    ...(route && { route }),
  });

  function countView(subject: Subject): void {
    if (view.counted.has(keyOf(subject))) return;
    view.counted.add(keyOf(subject));
    beacons.add({ kind: 'view', ...about(subject) });
  }

  return {
    begin(route) {
      view = newView(route);
    },
    rendered(subject) {
      countView(subject);
      // The document's first page counts from the document's start.
      pages.push({ from: pages.length === 0 ? 0 : now(), subject, route: view.route });
      if (pages.length > MAX_PAGES) pages.shift();
    },
    error(subject, phase) {
      countView(subject);
      const first = !view.failed.has(keyOf(subject));
      view.failed.add(keyOf(subject));
      beacons.add({ kind: 'error', ...about(subject), phase, first });
    },
    load(subject, milliseconds) {
      if (isSampled()) beacons.add({ kind: 'load', ...about(subject), ms: toReportedTime(milliseconds) });
    },
    vital(name, value, at) {
      const page = pages.findLast(({ from }) => from <= at);
      if (!page) return;
      const { subject, route } = page;
      beacons.add({ kind: 'vital', ...about(subject, route), name, value: toReportedTime(value) });
    },
  };
}

function newView(route: string | undefined): View {
  return {
    // Only patterns are reported. One that could be an address is left out.
    route: route && TELEMETRY_ROUTE.test(route) ? route : undefined,
    counted: new Set(),
    failed: new Set(),
  };
}

const keyOf = ({ name, version, slot }: Subject) => `${name}@${version} ${slot}`;

/** Limited, because a suspended tab measures hours; rounded to microseconds. */
function toReportedTime(value: number): number {
  return Math.round(Math.min(Math.max(value, 0), TELEMETRY_TIME_MAX) * 1_000) / 1_000;
}
