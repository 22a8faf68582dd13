import { contours, levelsBetween } from '../../src/art/kit/contours';
import { terrain, type Terrain } from '../../src/art/kit/noise';
import { usePalette } from './palette';

export interface Hill {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Height at the top; the terrain itself goes from about -1 to 1. */
  readonly height: number;
}

export interface ReliefProps {
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
  readonly tolerance?: number;
  readonly strokeWidth?: number;
  readonly opacity?: number;
  readonly colour?: string;
}

/** Contour lines of a landscape; every fourth is an index contour, drawn stronger. */
export function Relief({
  seed,
  width,
  height,
  scale = 260,
  lines = 11,
  low = -0.85,
  high = 1.05,
  hills = [],
  roughness = 1,
  tolerance = 1.1,
  strokeWidth = 1,
  opacity = 1,
  colour,
}: ReliefProps) {
  const palette = usePalette();
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
    tolerance,
    shortest: scale / 4,
  });
  const isIndex = (index: number) => index % 4 === 2;
  const stroke = colour ?? palette.line;
  return (
    <g stroke={stroke} opacity={opacity}>
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
