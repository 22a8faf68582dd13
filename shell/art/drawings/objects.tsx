import { usePalette } from './palette';
import { Group, onCircle, type Placement, range, stroked } from './primitives';

interface MarkableProps extends Placement {
  /** Filled with the accent colour: the subject of the picture. */
  readonly marked?: boolean;
}

/** Colours of an object's body and of the details on it. */
function useBody(marked: boolean, strokeWidth: number) {
  const { accent, text, ground } = usePalette();
  return marked
    ? { body: { fill: accent, ...stroked(accent, strokeWidth) }, detail: ground }
    : { body: { fill: ground, ...stroked(text, strokeWidth) }, detail: text };
}

/** A car from above, nose to the right; 44 by 20. */
export function Car({ marked = false, ...placement }: MarkableProps) {
  const { body, detail } = useBody(marked, 1.6);
  return (
    <Group {...placement}>
      <rect x="-22" y="-10" width="44" height="20" rx="6" {...body} />
      <path d="M8-7c3 4 3 10 0 14M-9-7c-3 4-3 10 0 14M-9-7H8M-9 7H8" {...stroked(detail, 1.3)} />
    </Group>
  );
}

/** A van from above, nose to the right; 60 by 26. */
export function Van({ marked = false, ...placement }: MarkableProps) {
  const { body, detail } = useBody(marked, 1.6);
  return (
    <Group {...placement}>
      <rect x="-30" y="-13" width="60" height="26" rx="4" {...body} />
      <path d="M14-13v26M22-9c2 5 2 13 0 18M-24-7H8M-24 7H8M-24 0H8" {...stroked(detail, 1.2)} />
    </Group>
  );
}

/** A standing person from the front; 40 by 110, with the origin between the feet. */
export function Figure({ marked = false, ...placement }: MarkableProps) {
  const { body } = useBody(marked, 1.6);
  return (
    <Group {...placement}>
      <path
        d="M0-108c6.5 0 10.5 4.6 10.5 10.800S6.5-85.5 0-85.500s-10.5-5.5-10.5-11.700S-6.5-108 0-108ZM-7-83h14c8 0 12 5 13 13l3 30c.4 4-5 5-6 1l-4-22 1 61H3L0-38-3 0h-11l1-61-4 22c-1 4-6.4 3-6-1l3-30c1-8 5-13 13-13Z"
        {...body}
        strokeLinejoin="round"
      />
    </Group>
  );
}

/** A person from above: head and shoulders. */
export function Walker({ marked = false, ...placement }: MarkableProps) {
  const { body, detail } = useBody(marked, 1.5);
  return (
    <Group {...placement}>
      <ellipse rx="7" ry="14" {...body} />
      <circle r="5.5" fill={detail} />
    </Group>
  );
}

/** A wedge with arcs of distance, opening to the right by `angle` degrees. */
export function FieldOfView({
  length,
  angle,
  ...placement
}: Placement & { readonly length: number; readonly angle: number }) {
  const { accent } = usePalette();
  const edge = (radius: number) => onCircle([0, 0], radius, angle / 2);
  const [x, y] = edge(length);
  const arcs = [0.33, 0.66, 1].map((share) => {
    const r = Math.round(length * share);
    const [endX, endY] = edge(length * share);
    return `M${endX} ${-endY}A${r} ${r} 0 0 1 ${endX} ${endY}`;
  });
  return (
    <Group {...placement}>
      <path d={`M0 0L${x} ${-y}A${length} ${length} 0 0 1 ${x} ${y}z`} fill={accent} opacity="0.13" />
      <path d={`M${x} ${-y}L0 0L${x} ${y}`} {...stroked(accent, 1.4)} />
      <path d={arcs.join('')} {...stroked(accent, 1, '3 4')} />
    </Group>
  );
}

/** The blades of a lens; `opening` is a share of the radius. */
export function Aperture({
  radius,
  opening,
  blades,
  ...placement
}: Placement & { readonly radius: number; readonly opening: number; readonly blades: number }) {
  const { line, accent, fill, ground } = usePalette();
  const point = (r: number, step: number) => onCircle([0, 0], r, (step / blades) * 360, 10).join(' ');
  const inner = range(blades).map((step) => point(radius * opening, step));
  const edges = inner.map((start, step) => `M${start}L${point(radius, step + 1.05)}`);
  return (
    <Group {...placement}>
      <circle r={radius * 1.22} {...stroked(line, 1.2)} />
      <circle r={radius * 1.12} {...stroked(line, 0.8, '1 7')} />
      <circle r={radius} fill={fill} {...stroked(accent, 1.6)} />
      <path d={`M${inner.join('L')}z`} fill={ground} {...stroked(accent, 1.2)} />
      <path d={edges.join('')} {...stroked(line, 1.3)} />
    </Group>
  );
}

/** A sheet of paper with a folded corner; its height is 1.32 times its width. */
export function Document({
  width: w,
  dark = false,
  ...placement
}: Placement & { readonly width: number; readonly dark?: boolean }) {
  const { fill, line, text, ground } = usePalette();
  const [h, fold] = [Math.round(w * 1.32), Math.round(w * 0.16)];
  const outline = stroked(dark ? line : ground, 1.2);
  return (
    <Group {...placement}>
      <path
        d={`M0 0h${w - fold}l${fold} ${fold}v${h - fold}h${-w}z`}
        fill={dark ? fill : text}
        {...outline}
      />
      <path d={`M${w - fold} 0v${fold}h${fold}`} {...outline} />
    </Group>
  );
}
