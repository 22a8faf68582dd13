import { Counter, Gauge, Histogram } from 'prom-client';
import type { ComposeResult } from './compose-site';

const compositions = new Counter({
  name: 'isa_compositions_total',
  help: 'Compositions of the site, by result',
  labelNames: ['result'],
});
const durations = new Histogram({
  name: 'isa_composition_duration_seconds',
  help: 'Time of compositions that changed the site',
  buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
});
const checkedAt = new Gauge({
  name: 'isa_composition_checked_timestamp_seconds',
  help: 'When the site was last found equal to the registry and the catalogue, or made so',
});
const revision = new Gauge({
  name: 'isa_composition_revision',
  help: 'The revision of the registry that the current composition shows',
});
const pages = new Gauge({ name: 'isa_composition_pages', help: 'Pages of the current composition' });
const heldBack = new Gauge({
  name: 'isa_composition_held_back',
  help: 'Live releases that cannot be rendered, and are replaced by earlier ones',
});

export function recordComposition(result: ComposeResult): void {
  compositions.inc({ result: result.changed ? 'changed' : 'unchanged' });
  if (result.changed) durations.observe(result.milliseconds / 1000);
  checkedAt.setToCurrentTime();
  revision.set(result.revision);
  pages.set(result.pages);
  heldBack.set(result.heldBack.length);
}

export function recordFailedComposition(): void {
  compositions.inc({ result: 'failed' });
}
