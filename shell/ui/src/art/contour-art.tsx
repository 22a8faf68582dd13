import { contours, levelsBetween } from './kit/contours';
import { terrain } from './kit/noise';

const sheet = { width: 960, height: 540 };

export interface ContourArtProps {
  /** Another seed, another landscape. */
  readonly seed: number;
  /** Degrees on the colour wheel; the ground's own lines unless given. */
  readonly hue?: number | undefined;
  readonly title?: string | undefined;
  readonly className?: string | undefined;
}

/** Contour lines that fill their box, for a band's background. Drawn on the spot: any seed will do. */
export function ContourArt({ seed, hue, title, className }: ContourArtProps) {
  const lines = contours(terrain(seed), {
    ...sheet,
    levels: levelsBetween(-0.6, 0.75, 10),
    scale: 300,
    cell: 20,
    spacing: 27,
  });
  return (
    <svg
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
      preserveAspectRatio="xMidYMid slice"
      width="100%"
      height="100%"
      fill="none"
      stroke={hue === undefined ? 'var(--isa-line-strong)' : `hsl(${hue} 45% 60%)`}
      strokeWidth="1"
      opacity="0.4"
      focusable="false"
      className={className}
      {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
    >
      <path d={lines.join('')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
