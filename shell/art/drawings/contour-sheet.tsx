import { contours, levelsBetween } from '../kit/contours';
import { terrain } from '../kit/noise';

const sheet = { width: 960, height: 540 };

/** Contour lines on nothing. Pages use them as a mask, so that the colour is theirs. */
export function ContourSheetDrawing({ seed }: { readonly seed: number }) {
  const lines = contours(terrain(seed), {
    ...sheet,
    levels: levelsBetween(-0.6, 0.75, 10),
    scale: 300,
    cell: 20,
    spacing: 27,
  });
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
      width={sheet.width}
      height={sheet.height}
      fill="none"
      stroke="#000"
      strokeWidth="1"
    >
      <path d={lines.join('')} />
    </svg>
  );
}
