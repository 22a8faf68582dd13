import { styled } from 'styled-components';
import { CONTOUR_PICTURES, oneOf } from './sizes';

/** The file is a mask, so that the page sets the colour. */
const Lines = styled.span`
  display: block;
  width: 100%;
  height: 100%;
  opacity: 0.4;
  mask: center / cover no-repeat;
`;

interface ContourArtProps {
  /** Selects one of the landscapes. */
  readonly seed: number;
  /** Degrees on the colour wheel; by default the ground's line colour. */
  readonly hue?: number | undefined;
}

/** Contour lines that fill their box, for backgrounds. */
export function ContourArt({ seed, hue }: ContourArtProps) {
  return (
    <Lines
      style={{
        maskImage: `url(/art/contours/${oneOf(CONTOUR_PICTURES, seed)}.svg)`,
        backgroundColor: hue === undefined ? 'var(--isa-line-strong)' : `hsl(${hue} 45% 60%)`,
      }}
      aria-hidden="true"
    />
  );
}
