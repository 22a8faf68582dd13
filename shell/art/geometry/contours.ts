import type { Terrain } from './terrain';
import { lengthOf, type Point, resample, smoothPath } from './path';

interface ContourOptions {
  readonly width: number;
  readonly height: number;
  /** Heights at which a line is drawn. */
  readonly levels: readonly number[];
  /** Pixels to one unit of the terrain: larger is smoother. */
  readonly scale: number;
  /** Pixels between two samples; about a sixth of `scale` shows every bend. */
  readonly cell: number;
  /** Pixels between two points of a drawn line: smaller is more exact, larger takes fewer bytes. */
  readonly spacing: number;
  /** Shorter lines are left out, because they look like dirt. */
  readonly shortest?: number;
}

/** Contour lines of a terrain as path data, one string for each level (marching squares). */
export function contours(heightAt: Terrain, options: ContourOptions): string[] {
  const { width, height, scale, cell, spacing, shortest = 60 } = options;
  const columns = Math.ceil(width / cell) + 1;
  const rows = Math.ceil(height / cell) + 1;
  const heights = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      heights[row * columns + column] = heightAt((column * cell) / scale, (row * cell) / scale);
    }
  }
  return options.levels.map((level) => {
    const lines = join(crossings(heights, columns, rows, level))
      .map((line) => line.map(([x, y]): Point => [x * cell, y * cell]))
      .filter((line) => lengthOf(line) >= shortest)
      .map((line) => resample(line, spacing));
    return smoothPath(lines);
  });
}

/** Evenly spaced levels. */
export function levelsBetween(low: number, high: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => low + ((high - low) * index) / Math.max(1, count - 1));
}

/** The number of an edge of the sample grid; a contour crosses each edge at most once. */
type Edge = number;
type Segment = readonly [from: Edge, to: Edge];

interface Crossings {
  readonly segments: readonly Segment[];
  readonly points: ReadonlyMap<Edge, Point>;
}

function crossings(heights: Float32Array, columns: number, rows: number, level: number): Crossings {
  const points = new Map<Edge, Point>();
  const segments: Segment[] = [];
  const at = (column: number, row: number) => (heights[row * columns + column] ?? 0) - level;

  /** Where the contour crosses the edge right of (horizontal) or below (vertical) a sample. */
  function cross(column: number, row: number, horizontal: boolean): Edge {
    const edge = (row * columns + column) * 2 + (horizontal ? 0 : 1);
    if (!points.has(edge)) {
      const here = at(column, row);
      const there = horizontal ? at(column + 1, row) : at(column, row + 1);
      const share = here / (here - there);
      points.set(edge, horizontal ? [column + share, row] : [column, row + share]);
    }
    return edge;
  }

  for (let row = 0; row < rows - 1; row++) {
    for (let column = 0; column < columns - 1; column++) {
      const [a, b] = [at(column, row) > 0, at(column + 1, row) > 0];
      const [d, c] = [at(column, row + 1) > 0, at(column + 1, row + 1) > 0];
      const edges: Edge[] = [];
      if (a !== b) edges.push(cross(column, row, true));
      if (b !== c) edges.push(cross(column + 1, row, false));
      if (c !== d) edges.push(cross(column, row + 1, true));
      if (d !== a) edges.push(cross(column, row, false));
      const [first, second, third, fourth] = edges;
      if (first !== undefined && second !== undefined) segments.push([first, second]);
      if (third !== undefined && fourth !== undefined) segments.push([third, fourth]);
    }
  }
  return { segments, points };
}

/** Joins segments that share an edge into lines. */
function join({ segments, points }: Crossings): Point[][] {
  const neighbours = new Map<Edge, number[]>();
  for (const [index, crossing] of segments.entries()) {
    for (const edge of crossing) neighbours.set(edge, [...(neighbours.get(edge) ?? []), index]);
  }
  const used = new Set<number>();

  /** Follows unused segments from an edge and returns the edges passed. */
  function walk(start: number | undefined, from: Edge): Edge[] {
    const line: Edge[] = [];
    let edge = from;
    const unused = (segment: number) => !used.has(segment);
    for (let current = start; current !== undefined; current = neighbours.get(edge)?.find(unused)) {
      used.add(current);
      const [one, other] = segments[current] ?? [edge, edge];
      edge = one === edge ? other : one;
      line.push(edge);
    }
    return line;
  }

  const lines: Point[][] = [];
  for (const [index, [from]] of segments.entries()) {
    if (used.has(index)) continue;
    const ahead = walk(index, from);
    const behind = neighbours.get(from)?.find((other) => !used.has(other));
    const edges = [...walk(behind, from).reverse(), from, ...ahead];
    lines.push(edges.map((edge) => points.get(edge)).filter((point) => point !== undefined));
  }
  return lines;
}
