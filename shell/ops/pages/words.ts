import type { ReleaseTelemetry } from '@isa/api-contract';
import type { ReleaseAction } from './release-action';

/** What a button says that leads to an action, and the heading of its confirmation. */
export function wordsOf(action: ReleaseAction): string {
  const { kind, part } = action;
  if (kind === 'rollback') return `Roll ${part} back to its previous release`;
  if (kind === 'abort') return `Abort the canary ${part}@${action.version}`;
  const { version, percent, force } = action;
  const whom =
    percent === 100
      ? `Make ${part}@${version} live for everybody`
      : `Show ${part}@${version} to ${percent} % of the visitors`;
  return force ? `${whom}, in spite of its check` : whom;
}

/** `1.3 %`, of views; a dash while there are none. */
export function errorRate({ views, failedViews }: ReleaseTelemetry): string {
  return share(failedViews, Math.max(views, failedViews));
}

export function share(hits: number, of: number): string {
  return of === 0 ? '–' : `${((hits / of) * 100).toFixed(1)} %`;
}

/** Milliseconds below a second, seconds from there on. */
export function duration(ms: number | null): string {
  if (ms === null) return '–';
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(2)} s`;
}

/** `21 Nov 2026, 14:05:09 UTC`: the hour of a change must not depend on who reads it. */
export function timeOf(at: string): string {
  const text = new Date(at).toLocaleString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return `${text} UTC`;
}
