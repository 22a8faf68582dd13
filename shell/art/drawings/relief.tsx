import { contours, levelsBetween } from '../kit/contours';
import { terrain, type Terrain } from '../kit/noise';
import { usePalette } from './palette';

interface Hill {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Height at the top; the terrain itself goes from about -1 to 1. */
  readonly height: number;
}

interface Shape {
  readonly seed: number;
  readonly width: number;
  readonly height: number;
  readonly scale?: number;
  readonly lines?: number;
  readonly low?: number;
  readonly high?: number;
  /** Hills and hollows that the composition needs, on top of the random terrain. */
  readonly hills?: readonly Hill[];
  readonly roughness?: number;
}

interface ReliefProps extends Shape {
  readonly strokeWidth?: number;
  readonly opacity?: number;
  readonly colour?: string;
}

const drawn = new Map<string, readonly string[]>();

/** A landscape's contours. A picture and its social card show the same one, so it is computed once. */
function landscape({
  seed,
  width,
  height,
  scale = 260,
  lines = 11,
  low = -0.85,
  high = 1.05,
  hills = [],
  roughness = 1,
}: Shape): readonly string[] {
  const key = JSON.stringify([seed, width, height, scale, lines, low, high, hills, roughness]);
  const known = drawn.get(key);
  if (known) return known;
  const random = terrain(seed);
  const ground: Terrain = (x, y) =>
    hills.reduce(
      (total, hill) =>
        total +
        hill.height * Math.exp(-(((x * scale - hill.x) ** 2 + (y * scale - hill.y) ** 2) / hill.radius ** 2)),
      random(x, y) * roughness,
    );
  const paths = contours(ground, {
    width,
    height,
    levels: levelsBetween(low, high, lines),
    scale,
    cell: Math.max(6, scale / 22),
    spacing: Math.max(16, scale / 13),
    shortest: scale / 4,
  });
  drawn.set(key, paths);
  return paths;
}

/** Contour lines of a landscape; every fourth is an index contour, drawn stronger. */
export function Relief({ strokeWidth = 1, opacity = 1, colour, ...shape }: ReliefProps) {
  const palette = usePalette();
  const paths = landscape(shape);
  const isIndex = (index: number) => index % 4 === 2;
  return (
    <g stroke={colour ?? palette.line} opacity={opacity}>
      <path
        d={paths.filter((_, index) => !isIndex(index)).join('')}
        strokeWidth={strokeWidth * 0.8}
        opacity={0.55}
      />
      <path
        d={paths.filter((_, index) => isIndex(index)).join('')}
        strokeWidth={strokeWidth * 1.4}
        opacity={0.85}
      />
    </g>
  );
}
