import { ink } from './palette';
import { Mark } from './mark';

/**
 * The sign as an icon.
 * @param safe leaves the room that launchers cut away (W3C, Maskable icons: a circle of 80 percent)
 */
export function IconDrawing({
  size,
  rounded = false,
  safe = false,
}: {
  readonly size: number;
  readonly rounded?: boolean;
  readonly safe?: boolean;
}) {
  const inset = safe ? 0.27 : 0.17;
  const scale = (size * (1 - 2 * inset)) / 36;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      fill="none"
    >
      <rect width={size} height={size} rx={rounded ? size * 0.16 : 0} fill={ink.ground} />
      <g transform={`translate(${size * inset} ${size * inset})scale(${Math.round(scale * 1000) / 1000})`}>
        <Mark line={ink.text} strong={ink.mark} ground={ink.ground} />
      </g>
    </svg>
  );
}
