import {
  type ErrorPhase,
  TELEMETRY_ROUTE,
  TELEMETRY_TIME_MAX,
  type TelemetrySlot,
  type VitalName,
} from '@isa/api-contract';
import type { Beacons } from './beacons';

/** Whom an event is about: a remote's release, or the shell's. */
export interface Subject {
  readonly name: string;
  readonly version: string;
  readonly slot: TelemetrySlot;
}

/** Says how releases do. Nothing about a visitor: no address, no text, no id (decision 203). */
export interface Telemetry {
  /** A navigation has begun; errors from here on belong to the page that it leads to. */
  begin(route: string | undefined): void;
  /** A page is there, drawn by this release, or its stand-in. */
  drawn(subject: Subject): void;
  error(subject: Subject, phase: ErrorPhase): void;
  /** @param milliseconds from wanting a release to having it. */
  load(subject: Subject, milliseconds: number): void;
  /** @param at when it happened, in milliseconds since the document began: it belongs to the page of that time. */
  vital(name: VitalName, value: number, at: number): void;
}

export interface TelemetryOptions {
  readonly beacons: Beacons;
  /** Whether load times are reported as well; views and errors always are, because a rate needs both. */
  isSampled(): boolean;
  readonly now?: () => number;
}

/** Pages whose vitals can still be attributed. Interactions are reported when the document is hidden. */
const PAGES_KEPT = 50;

interface View {
  readonly route: string | undefined;
  /** Releases whose view has been counted, and whose view has failed. */
  readonly counted: Set<string>;
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

  /** What every event says. */
  const about = ({ name, version, slot }: Subject, route: string | undefined) => ({
    remote: name,
    version,
    slot,
    ...(route && { route }),
  });

  function count(subject: Subject): void {
    if (view.counted.has(keyOf(subject))) return;
    view.counted.add(keyOf(subject));
    beacons.add({ kind: 'view', ...about(subject, view.route) });
  }

  return {
    begin(route) {
      view = newView(route);
    },
    drawn(subject) {
      count(subject);
      // The document's first page was there from the beginning.
      pages.push({ from: pages.length === 0 ? 0 : now(), subject, route: view.route });
      if (pages.length > PAGES_KEPT) pages.shift();
    },
    error(subject, phase) {
      count(subject);
      const first = !view.failed.has(keyOf(subject));
      view.failed.add(keyOf(subject));
      beacons.add({ kind: 'error', ...about(subject, view.route), phase, first });
    },
    load(subject, milliseconds) {
      if (!isSampled()) return;
      beacons.add({ kind: 'load', ...about(subject, view.route), ms: believable(milliseconds) });
    },
    vital(name, value, at) {
      const page = pages.findLast(({ from }) => from <= at);
      if (!page) return;
      beacons.add({ kind: 'vital', ...about(page.subject, page.route), name, value: believable(value) });
    },
  };
}

function newView(route: string | undefined): View {
  return {
    // The pattern and never the address; one that could be mistaken for an address is left out.
    route: route && TELEMETRY_ROUTE.test(route) ? route : undefined,
    counted: new Set(),
    failed: new Set(),
  };
}

const keyOf = ({ name, version, slot }: Subject) => `${name}@${version} ${slot}`;

/** A tab may have slept. Rounded, because no decision needs microseconds. */
function believable(value: number): number {
  return Math.round(Math.min(Math.max(value, 0), TELEMETRY_TIME_MAX) * 1_000) / 1_000;
}
