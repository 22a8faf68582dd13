import { keyframes, styled } from 'styled-components';
import { media, tokens } from '../foundation/tokens';

const breathe = keyframes`50% { opacity: 0.45; }`;

function length(value: number | string): string {
  return typeof value === 'number' ? `${value}px` : value;
}

const Bar = styled.span`
  display: block;
  max-width: 100%;
  background: color-mix(in srgb, var(--isa-text) 10%, transparent);
  border-radius: ${tokens.radius};
  ${media.motion} {
    animation: ${breathe} 1.6s ease-in-out infinite;
  }
  @media (forced-colors: active) {
    border: 1px solid GrayText;
  }
`;

export interface SkeletonProps {
  /** Pixels, or any CSS length. */
  readonly width?: number | string | undefined;
  /** Pixels, or any CSS length; a line of text unless said otherwise. */
  readonly height?: number | string | undefined;
  /** Such as `16 / 9`, instead of a height. */
  readonly ratio?: string | undefined;
  readonly className?: string | undefined;
}

/** The shape of what is still loading. Silent: announce the wait once, around all of them (`aria-busy`). */
export function Skeleton({ width = '100%', height, ratio, className }: SkeletonProps) {
  const shape = ratio ? { aspectRatio: ratio } : { height: length(height ?? '1em') };
  return <Bar aria-hidden="true" className={className} style={{ width: length(width), ...shape }} />;
}
