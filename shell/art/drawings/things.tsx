import { usePalette } from './palette';
import { Placed } from './marks';

interface ThingProps {
  readonly x: number;
  readonly y: number;
  readonly turn?: number;
  readonly scale?: number;
  readonly marked?: boolean;
}

/** A car from above, nose to the right; 44 by 20. */
export function Car({ marked = false, ...place }: ThingProps) {
  const { mark, text, ground } = usePalette();
  return (
    <Placed {...place}>
      <rect
        x="-22"
        y="-10"
        width="44"
        height="20"
        rx="6"
        fill={marked ? mark : ground}
        stroke={marked ? mark : text}
        strokeWidth="1.6"
      />
      <path
        d="M8-7c3 4 3 10 0 14M-9-7c-3 4-3 10 0 14M-9-7H8M-9 7H8"
        stroke={marked ? ground : text}
        strokeWidth="1.3"
      />
    </Placed>
  );
}

/** A van from above, nose to the right; 60 by 26. */
export function Van({ marked = false, ...place }: ThingProps) {
  const { mark, text, ground } = usePalette();
  return (
    <Placed {...place}>
      <rect
        x="-30"
        y="-13"
        width="60"
        height="26"
        rx="4"
        fill={marked ? mark : ground}
        stroke={marked ? mark : text}
        strokeWidth="1.6"
      />
      <path
        d="M14-13v26M22-9c2 5 2 13 0 18M-24-7H8M-24 7H8M-24 0H8"
        stroke={marked ? ground : text}
        strokeWidth="1.2"
      />
    </Placed>
  );
}

/** Somebody standing, seen from the front; 40 by 110 around the feet. */
export function Figure({ marked = false, ...place }: ThingProps) {
  const { mark, text, ground } = usePalette();
  return (
    <Placed {...place}>
      <path
        d="M0-108c6.5 0 10.5 4.6 10.5 10.800S6.5-85.5 0-85.500s-10.5-5.5-10.5-11.700S-6.5-108 0-108ZM-7-83h14c8 0 12 5 13 13l3 30c.4 4-5 5-6 1l-4-22 1 61H3L0-38-3 0h-11l1-61-4 22c-1 4-6.4 3-6-1l3-30c1-8 5-13 13-13Z"
        fill={marked ? mark : ground}
        stroke={marked ? mark : text}
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
    </Placed>
  );
}

/** Somebody from above: head and shoulders. */
export function Walker({ marked = false, ...place }: ThingProps) {
  const { mark, text, ground } = usePalette();
  return (
    <Placed {...place}>
      <ellipse rx="7" ry="14" fill={marked ? mark : ground} stroke={marked ? mark : text} strokeWidth="1.5" />
      <circle r="5.5" fill={marked ? ground : text} />
    </Placed>
  );
}

/** A field of view: a wedge with arcs of distance, opening to the right. */
export function Sight({
  length,
  angle,
  ...place
}: ThingProps & { readonly length: number; readonly angle: number }) {
  const { mark } = usePalette();
  const half = ((angle / 2) * Math.PI) / 180;
  const arc = (r: number) => {
    const [x, y] = [Math.round(Math.cos(half) * r), Math.round(Math.sin(half) * r)];
    return `M${x} ${-y}A${Math.round(r)} ${Math.round(r)} 0 0 1 ${x} ${y}`;
  };
  const [x, y] = [Math.round(Math.cos(half) * length), Math.round(Math.sin(half) * length)];
  return (
    <Placed {...place}>
      <path d={`M0 0L${x} ${-y}A${length} ${length} 0 0 1 ${x} ${y}z`} fill={mark} opacity="0.13" />
      <path d={`M${x} ${-y}L0 0L${x} ${y}`} stroke={mark} strokeWidth="1.4" />
      <path
        d={[0.33, 0.66, 1].map((share) => arc(length * share)).join('')}
        stroke={mark}
        strokeWidth="1"
        strokeDasharray="3 4"
      />
    </Placed>
  );
}

/** The blades of a lens. */
export function Aperture({
  radius,
  opening = 0.45,
  blades = 7,
  ...place
}: ThingProps & { readonly radius: number; readonly opening?: number; readonly blades?: number }) {
  const { line, mark, fill, ground } = usePalette();
  const point = (r: number, step: number) => {
    const angle = (step / blades) * 2 * Math.PI;
    return `${Math.round(Math.cos(angle) * r * 10) / 10} ${Math.round(Math.sin(angle) * r * 10) / 10}`;
  };
  const steps = Array.from({ length: blades }, (_, index) => index);
  return (
    <Placed {...place}>
      <circle r={radius * 1.22} stroke={line} strokeWidth="1.2" />
      <circle r={radius * 1.12} stroke={line} strokeWidth="0.8" strokeDasharray="1 7" />
      <circle r={radius} fill={fill} stroke={mark} strokeWidth="1.6" />
      <path
        d={`M${steps.map((step) => point(radius * opening, step)).join('L')}z`}
        fill={ground}
        stroke={mark}
        strokeWidth="1.2"
      />
      <path
        d={steps.map((step) => `M${point(radius * opening, step)}L${point(radius, step + 1.05)}`).join('')}
        stroke={line}
        strokeWidth="1.3"
      />
    </Placed>
  );
}

/** A sheet of a file with a folded corner, `width` by 1.35 times that. */
export function Document({
  width,
  dark = false,
  ...place
}: ThingProps & { readonly width: number; readonly dark?: boolean }) {
  const { fill, line, text, ground } = usePalette();
  const [w, h, fold] = [width, Math.round(width * 1.32), Math.round(width * 0.16)];
  return (
    <Placed {...place}>
      <path
        d={`M0 0h${w - fold}l${fold} ${fold}v${h - fold}h${-w}z`}
        fill={dark ? fill : text}
        stroke={dark ? line : ground}
        strokeWidth="1.2"
      />
      <path d={`M${w - fold} 0v${fold}h${fold}`} stroke={dark ? line : ground} strokeWidth="1.2" />
    </Placed>
  );
}
