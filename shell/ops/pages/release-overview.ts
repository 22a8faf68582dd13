import type { ReleaseTelemetry, TelemetrySlot } from '@isa/api-contract';
import { rcompare, valid } from 'semver';
import type { Registry } from '../../formats/registry';
import { type HistoryEntry, readHistory, readVerifiedRegistry } from '../../store/registry-log';
import type { Place } from '../../release/registry/changes';
import { ownStorage } from '../../store/storage/own';
import type { Storage } from '../../store/storage/storage';
import type { ReadTelemetry } from '../watch/release-telemetry';

/** One part as operators see it. */
export interface PartOverview {
  readonly name: string;
  readonly live: string;
  readonly previous?: string;
  readonly canary?: { readonly version: string; readonly percent: number };
  /** Everything that could be promoted, newest first. */
  readonly versions: readonly string[];
  /** How its releases did; empty while nobody was there. */
  readonly seen: readonly ReleaseTelemetry[];
}

/** Everything that the operators' page shows. */
export interface Overview {
  readonly revision: number;
  readonly parts: readonly PartOverview[];
  /** Newest first. */
  readonly history: readonly HistoryEntry[];
  /** How far the counts look back. */
  readonly minutes: number;
  /** Why there are no counts, if so: everything else works without them. */
  readonly trouble?: string;
}

/** Lines of the history that are shown. */
const LINES = 30;

/** @throws UserError when nothing is live, or the registry is not to be trusted. */
export async function readOverview(
  place: Place,
  telemetry: ReadTelemetry,
  minutes: number,
): Promise<Overview> {
  const storage = place.storage ?? ownStorage();
  const [{ registry }, history, seen] = await Promise.all([
    readVerifiedRegistry(storage, place.keys),
    readHistory(storage, place.keys, LINES),
    telemetry(minutes).catch((error: unknown) => (error instanceof Error ? error.message : String(error))),
  ]);
  const known = typeof seen === 'string' ? [] : seen;
  return {
    revision: registry.revision,
    parts: await Promise.all(
      partsOf(registry).map(async (part) => ({
        ...part,
        versions: await versionsOf(storage, part.name),
        seen: known.filter(({ remote }) => remote === part.name).sort(bySlot),
      })),
    ),
    history,
    minutes,
    ...(typeof seen === 'string' && { trouble: seen }),
  };
}

function partsOf({ shell, remotes }: Registry): Omit<PartOverview, 'versions' | 'seen'>[] {
  return [
    ...remotes.map(({ name, live, previous, canary }) => ({
      name,
      live: live.version,
      ...(previous && { previous: previous.version }),
      ...(canary && { canary: { version: canary.release.version, percent: canary.percent } }),
    })),
    { name: 'shell', live: shell.live, ...(shell.previous && { previous: shell.previous }) },
  ];
}

/** A hash in a version may be all digits, of which the first is 0. */
const LOOSE = { loose: true };

async function versionsOf(storage: Storage, part: string): Promise<string[]> {
  const folders = await storage.folders(`${part}/`);
  return folders.filter((name) => valid(name, LOOSE) !== null).sort((a, b) => rcompare(a, b, LOOSE));
}

const SLOTS: readonly TelemetrySlot[] = ['live', 'canary', 'previous', 'override'];

function bySlot(a: ReleaseTelemetry, b: ReleaseTelemetry): number {
  return SLOTS.indexOf(a.slot) - SLOTS.indexOf(b.slot);
}
