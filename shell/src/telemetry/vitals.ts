import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import type { Telemetry } from './telemetry';

/**
 * Reports Core Web Vitals (specification §7: a separate chunk, loaded when the page is idle). An interaction belongs to
 * the page on which it happened, not to the page that the visitor leaves from.
 */
export function reportVitals(telemetry: Pick<Telemetry, 'vital'>): void {
  const report = ({ name, value, entries }: Metric) =>
    telemetry.vital(name, value, entries.at(-1)?.startTime ?? 0);
  onTTFB(({ name, value }) => telemetry.vital(name, value, 0));
  onFCP(report);
  onLCP(report);
  onCLS(report);
  onINP(report);
}
