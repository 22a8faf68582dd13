import { contours, levelsBetween } from './kit/contours';
import { terrain } from './kit/noise';

const sheet = { width: 960, height: 540 };

export interface ContourArtProps {
  /** Another seed, another landscape. */
  readonly seed: number;
  /** Degrees on the colour wheel; the colour of the text around it unless given. */
  readonly hue?: number | undefined;
  readonly title?: string | undefined;
  readonly className?: string | undefined;
}

/** Contour lines that fill their box, for a band's background. Drawn on the spot: any seed will do. */
export function ContourArt({ seed, hue, title, className }: ContourArtProps) {
  const [d] = [
    contours(terrain(seed), {
      ...sheet,
      levels: levelsBetween(-0.6, 0.7, 9),
      scale: 300,
      cell: 40,
      tolerance: 3,
    }),
  ];
  return (
    <svg
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
      preserveAspectRatio="xMidYMid slice"
      width="100%"
      height="100%"
      fill="none"
      stroke={hue === undefined ? 'currentColor' : `hsl(${hue} 45% 60%)`}
      strokeWidth="1"
      opacity="0.35"
      focusable="false"
      className={className}
      {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
    >
      <path d={d.join('')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
