import { contours, levelsBetween } from '../geometry/contours';
import { terrain } from '../geometry/terrain';
import { stroked } from './primitives';

const size = { width: 960, height: 540 };

/** Contour lines without a ground; pages use them as a mask and set the colour. */
export function ContoursDrawing({ seed }: { readonly seed: number }) {
  const levels = levelsBetween(-0.6, 0.75, 10);
  const lines = contours(terrain(seed), { ...size, levels, scale: 300, cell: 20, spacing: 27 });
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${size.width} ${size.height}`}
      {...size}
      fill="none"
      {...stroked('#000', 1)}
    >
      <path d={lines.join('')} />
    </svg>
  );
}
