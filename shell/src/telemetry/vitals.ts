import { type INPMetric, type LCPMetric, onINP, onLCP } from 'web-vitals';
import type { Telemetry } from './telemetry';

/** Reports Core Web Vitals (specification §7). An interaction belongs to the page on which it happened. */
export function reportVitals(telemetry: Pick<Telemetry, 'vital'>): void {
  const report = ({ name, value, entries }: LCPMetric | INPMetric) =>
    telemetry.vital(name, value, entries.at(-1)?.startTime ?? 0);
  onLCP(report, { reportSoftNavs: true });
  onINP(report, { reportSoftNavs: true });
}
