import { keyframes, styled } from 'styled-components';
import { visuallyHidden } from '../foundation/accessibility';
import { media, tokens } from '../foundation/tokens';

const sweep = keyframes`to { transform: rotate(1turn); }`;

const Root = styled.div`
  display: grid;
  justify-items: center;
  gap: ${tokens.space(3)};
  padding: ${tokens.space(4)};
  color: var(--isa-accent);
  .sweep {
    transform-origin: center;
  }
  ${media.motion} {
    .sweep {
      animation: ${sweep} 1.2s linear infinite;
    }
  }
`;

const Label = styled.span<{ readonly $hidden: boolean }>`
  ${({ $hidden }) => $hidden && visuallyHidden}
  font-size: ${tokens.font.size.small};
  color: var(--isa-muted);
`;

interface SpinnerProps {
  /** The text for screen readers: "Loading your courses…". */
  readonly label: string;
  readonly size?: number | undefined;
  /** Makes the label visible. */
  readonly showLabel?: boolean | undefined;
}

/** A rotating reticle during loading. Prefer `Skeleton` where the final shape is known. */
export function Spinner({ label, size = 40, showLabel = false }: SpinnerProps) {
  return (
    <Root role="status" data-isa-scripts-only>
      <svg
        width={size}
        height={size}
        viewBox="0 0 40 40"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        <circle cx="20" cy="20" r="15" opacity="0.3" strokeWidth="1.5" />
        <path d="M20 1v6M20 33v6M1 20h6M33 20h6" opacity="0.5" strokeWidth="1.5" />
        <path className="sweep" d="M20 5a15 15 0 0 1 15 15" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      <Label $hidden={!showLabel}>{label}</Label>
    </Root>
  );
}

const pulse = keyframes`50% { opacity: 0.45; }`;

const Bar = styled.span`
  display: block;
  max-width: 100%;
  background: color-mix(in srgb, var(--isa-text) 10%, transparent);
  border-radius: ${tokens.radius};
  ${media.motion} {
    animation: ${pulse} 1.6s ease-in-out infinite;
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
export function Skeleton({ width = '100%', height = '1em', ratio }: SkeletonProps) {
  const shape = ratio ? { aspectRatio: ratio } : { height };
  return <Bar aria-hidden="true" data-isa-scripts-only style={{ width, ...shape }} />;
}
