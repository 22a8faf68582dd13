import { styled } from 'styled-components';
import { CONTOUR_PICTURES, oneOf } from './sizes';

/** Lines that take their colour from the page: the file is a mask over it. */
const Lines = styled.span`
  display: block;
  width: 100%;
  height: 100%;
  opacity: 0.4;
  mask: center / cover no-repeat;
`;

export interface ContourArtProps {
  /** Another seed, another landscape. */
  readonly seed: number;
  /** Degrees on the colour wheel; the ground's own lines unless given. */
  readonly hue?: number | undefined;
  readonly title?: string | undefined;
  readonly className?: string | undefined;
}

/** Contour lines that fill their box, for a band's background. */
export function ContourArt({ seed, hue, title, className }: ContourArtProps) {
  return (
    <Lines
      className={className}
      style={{
        maskImage: `url(/art/contours/${oneOf(CONTOUR_PICTURES, seed)}.svg)`,
        backgroundColor: hue === undefined ? 'var(--isa-line-strong)' : `hsl(${hue} 45% 60%)`,
      }}
      {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
    />
  );
}
