import { keyframes, styled } from 'styled-components';
import { media, tokens } from '../foundation/tokens';

const pulse = keyframes`50% { opacity: 0.45; }`;

function length(value: number | string): string {
  return typeof value === 'number' ? `${value}px` : value;
}

const Bar = styled.span`
  display: block;
  max-width: 100%;
  background: color-mix(in srgb, var(--isa-text) 10%, transparent);
  border-radius: ${tokens.radius};
  ${media.motion} {
    animation: ${pulse} 1.6s ease-in-out infinite;
  }
  /* Nothing will load. */
  @media (scripting: none) {
    display: none;
  }
  @media (forced-colors: active) {
    border: 1px solid GrayText;
  }
`;

interface SkeletonProps {
  /** Pixels, or any CSS length. */
  readonly width?: number | string | undefined;
  /** Pixels, or any CSS length; by default a line of text. */
  readonly height?: number | string | undefined;
  /** Such as `16 / 9`, instead of a height. */
  readonly ratio?: string | undefined;
}

/** A placeholder with the shape of content that is loading. Hidden from screen readers: set `aria-busy` around all. */
export function Skeleton({ width = '100%', height, ratio }: SkeletonProps) {
  const shape = ratio ? { aspectRatio: ratio } : { height: length(height ?? '1em') };
  return <Bar aria-hidden="true" style={{ width: length(width), ...shape }} />;
}
