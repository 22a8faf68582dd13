import { type INPMetric, type LCPMetric, onINP, onLCP } from 'web-vitals';
import type { Telemetry } from './telemetry';

/**
 * Reports Core Web Vitals (specification §7: a separate chunk, loaded when the page is idle), where the browser can also
 * those of navigations inside the document. An interaction belongs to the page on which it happened, not to the page that
 * the visitor leaves from.
 */
export function reportVitals(telemetry: Pick<Telemetry, 'vital'>): void {
  const report = ({ name, value, entries }: LCPMetric | INPMetric) =>
    telemetry.vital(name, value, entries.at(-1)?.startTime ?? 0);
  onLCP(report, { reportSoftNavs: true });
  onINP(report, { reportSoftNavs: true });
}
