import { contours, levelsBetween } from '../geometry/contours';
import { terrain } from '../geometry/terrain';
import { useArea } from './canvas';
import { usePalette } from './palette';
import type { Size } from './primitives';

interface Hill {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Height at the top; the terrain itself goes from about -1 to 1. */
  readonly height: number;
}

interface Landscape {
  readonly seed: number;
  readonly scale?: number;
  readonly lines?: number;
  readonly low?: number;
  readonly high?: number;
  /** Hills and hollows added to the random terrain. */
  readonly hills?: readonly Hill[];
  readonly roughness?: number;
}

const cache = new Map<string, readonly string[]>();

/** Contours of a landscape, cached: a picture and its social card contain the same one. */
function contoursOf(landscape: Landscape & Size): readonly string[] {
  const key = JSON.stringify(landscape);
  const paths = cache.get(key) ?? computeContours(landscape);
  cache.set(key, paths);
  return paths;
}

function computeContours({
  seed,
  width,
  height,
  scale = 260,
  lines = 11,
  low = -0.85,
  high = 1.05,
  hills = [],
  roughness = 1,
}: Landscape & Size): readonly string[] {
  const random = terrain(seed);
  const heightAt = (x: number, y: number) =>
    hills.reduce(
      (total, hill) =>
        total +
        hill.height * Math.exp(-(((x * scale - hill.x) ** 2 + (y * scale - hill.y) ** 2) / hill.radius ** 2)),
      random(x, y) * roughness,
    );
  return contours(heightAt, {
    width,
    height,
    levels: levelsBetween(low, high, lines),
    scale,
    cell: Math.max(6, scale / 22),
    spacing: Math.max(16, scale / 13),
    shortest: scale / 4,
  });
}

interface ReliefProps extends Landscape {
  readonly strokeWidth?: number;
  readonly opacity?: number;
  readonly colour?: string;
}

/** Contour lines of a landscape; every fourth is an index contour, drawn stronger. */
export function Relief({ strokeWidth = 1, opacity = 1, colour, ...landscape }: ReliefProps) {
  const { line } = usePalette();
  const paths = contoursOf({ ...landscape, ...useArea() });
  const joined = (index: boolean) => paths.filter((_, level) => (level % 4 === 2) === index).join('');
  return (
    <g stroke={colour ?? line} opacity={opacity}>
      <path d={joined(false)} strokeWidth={strokeWidth * 0.8} opacity={0.55} />
      <path d={joined(true)} strokeWidth={strokeWidth * 1.4} opacity={0.85} />
    </g>
  );
}
