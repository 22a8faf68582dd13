import { z } from 'zod';
import type { Task } from './main-thread';
import type { PageThread, TraceEvent } from './trace';

/** The categories of Chromium's tracing that {@link samplesOf} and {@link timelineOf} read. */
export const SAMPLED = ['devtools.timeline', 'v8', 'disabled-by-default-v8.cpu_profiler'];

/** A position in a script; lines and columns count from 0. */
export interface ScriptPosition {
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

/** What the main thread ran at one moment. */
export interface Sample {
  /** Milliseconds since the page's origin. */
  readonly time: number;
  /** The beginning of the innermost function that a script declares. */
  readonly position?: ScriptPosition;
  readonly isGarbageCollection: boolean;
}

const callFrame = z.object({
  functionName: z.string(),
  url: z.string().optional(),
  lineNumber: z.number().optional(),
  columnNumber: z.number().optional(),
});
const startSchema = z.object({ startTime: z.number() });
const chunkSchema = z.object({
  cpuProfile: z
    .object({
      nodes: z.array(z.object({ id: z.number(), parent: z.number().optional(), callFrame })).optional(),
      samples: z.array(z.number()).optional(),
    })
    .optional(),
  timeDeltas: z.array(z.number()).optional(),
});

interface Node {
  readonly parent: number | undefined;
  readonly frame: z.infer<typeof callFrame>;
}

/** The samples of a page's main thread, about five in a millisecond. */
export function samplesOf(events: readonly TraceEvent[], { pid, tid, origin }: PageThread): Sample[] {
  const nodes = new Map<number, Node>();
  const samples: Sample[] = [];
  for (const start of events.filter((event) => event.name === 'Profile' && event.pid === pid)) {
    if (start.tid !== tid) continue;
    nodes.clear();
    let time = startSchema.parse(start.args?.data).startTime;
    for (const { name, id, pid: process, args } of events) {
      if (name !== 'ProfileChunk' || process !== pid || id !== start.id) continue;
      const { cpuProfile, timeDeltas = [] } = chunkSchema.parse(args?.data);
      for (const node of cpuProfile?.nodes ?? []) {
        nodes.set(node.id, { parent: node.parent, frame: node.callFrame });
      }
      for (const [index, node] of (cpuProfile?.samples ?? []).entries()) {
        time += timeDeltas[index] ?? 0;
        samples.push({ time: (time - origin) / 1000, ...describe(nodes, node) });
      }
    }
  }
  return samples;
}

function describe(nodes: ReadonlyMap<number, Node>, id: number): Omit<Sample, 'time'> {
  const isGarbageCollection = nodes.get(id)?.frame.functionName === '(garbage collector)';
  for (
    let node = nodes.get(id);
    node;
    node = node.parent === undefined ? undefined : nodes.get(node.parent)
  ) {
    const { url, lineNumber: line = 0, columnNumber: column = 0 } = node.frame;
    if (url) return { isGarbageCollection, position: { url, line, column } };
  }
  return { isGarbageCollection };
}

/** Names of the timeline's events whose time is not a script's own. */
const PHASES = {
  layout: /^(?:Layout|UpdateLayoutTree|PrePaint|Paint|Layerize|Commit|HitTest|IntersectionObserver.*)$/,
  garbage: /^(?:M(?:ajor|inor)GC|V8\.GC_.*|BlinkGC\..*)$/,
  compiling: /^(?:v8\.compile.*|V8\.Compile.*)$/,
  parsing: /^ParseHTML$/,
} as const;

export type Phase = keyof typeof PHASES;

/** What a part of a page's work was for. */
export type Work =
  { readonly phase: Phase | 'forced layout' | 'browser' } | { readonly position: ScriptPosition };

export interface WorkPart {
  readonly work: Work;
  /** Processor time in milliseconds. */
  readonly time: number;
}

/**
 * Divides the processor time of tasks by what they did. The samples within a task share its time equally, so time for which
 * it waited for a processor does not count.
 */
export function divideWork(
  events: readonly TraceEvent[],
  thread: PageThread,
  tasks: readonly Task[],
): WorkPart[] {
  const samples = samplesOf(events, thread).sort((a, b) => a.time - b.time);
  const isIn = phaseFinder(events, thread);
  const workOf = ({ time, position, isGarbageCollection }: Sample): Work => {
    if (isGarbageCollection || isIn('garbage', time)) return { phase: 'garbage' };
    if (isIn('layout', time)) return { phase: position ? 'forced layout' : 'layout' };
    if (isIn('compiling', time)) return { phase: 'compiling' };
    if (position) return { position };
    return { phase: isIn('parsing', time) ? 'parsing' : 'browser' };
  };
  const parts: WorkPart[] = [];
  let next = 0;
  for (const { start, end, work } of tasks) {
    const inside: Sample[] = [];
    for (; (samples[next]?.time ?? Infinity) < end; next += 1) {
      const sample = samples[next];
      if (sample && sample.time >= start) inside.push(sample);
    }
    if (inside.length === 0) parts.push({ work: { phase: 'browser' }, time: work });
    for (const sample of inside) parts.push({ work: workOf(sample), time: work / inside.length });
  }
  return parts;
}

/** @returns whether a moment belongs to an event of a phase. */
function phaseFinder(events: readonly TraceEvent[], { pid, tid, origin }: PageThread) {
  const spans = Object.fromEntries(Object.keys(PHASES).map((phase) => [phase, [] as Span[]]));
  const own = events.filter((event) => event.ph === 'X' && event.pid === pid && event.tid === tid);
  for (const { name, ts, dur = 0 } of own.sort((a, b) => a.ts - b.ts)) {
    for (const [phase, names] of Object.entries(PHASES)) {
      const start = (ts - origin) / 1000;
      const end = start + dur / 1000;
      const last = spans[phase]?.at(-1);
      if (!names.test(name)) continue;
      if (last && start <= last.end) last.end = Math.max(last.end, end);
      else spans[phase]?.push({ start, end });
    }
  }
  return (phase: Phase, time: number): boolean =>
    (spans[phase] ?? []).some(({ start, end }) => start <= time && time <= end);
}

interface Span {
  readonly start: number;
  end: number;
}
