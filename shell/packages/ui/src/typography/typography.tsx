import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { withoutProps } from '../foundation/polymorphic';
import { tokens } from '../foundation/tokens';

/** Line height, letter spacing and weight of each size of heading. */
const sizes = {
  display: [1.02, '-0.025em', 440],
  xl: [1.08, '-0.02em', 460],
  lg: [1.16, '-0.014em', 480],
  md: [1.25, '-0.008em', 520],
  sm: [1.35, '-0.004em', 560],
} as const;

type HeadingSize = keyof typeof sizes;
export type HeadingLevel = 1 | 2 | 3 | 4;

const sizeOfLevel: Readonly<Record<HeadingLevel, HeadingSize>> = { 1: 'xl', 2: 'lg', 3: 'md', 4: 'sm' };

const HeadingRoot = styled.h2<{ readonly $size: HeadingSize }>`
  font-family: ${tokens.font.serif};
  font-size: ${({ $size }) => tokens.font.size[$size]};
  line-height: ${({ $size }) => sizes[$size][0]};
  letter-spacing: ${({ $size }) => sizes[$size][1]};
  font-weight: ${({ $size }) => sizes[$size][2]};
  text-wrap: balance;
`;

interface HeadingProps {
  readonly level: HeadingLevel;
  /** The heading's visual size, independent of its level. */
  readonly size?: HeadingSize | undefined;
  readonly id?: string | undefined;
  readonly children: ReactNode;
}

/** A heading. The shell moves the focus to the first level after a navigation. */
export function Heading({ level, size = sizeOfLevel[level], children, ...rest }: HeadingProps) {
  return (
    <HeadingRoot as={`h${level}`} $size={size} tabIndex={level === 1 ? -1 : undefined} {...rest}>
      {children}
    </HeadingRoot>
  );
}

/** The sentence or two below a page's heading. */
export const Lead = styled.p`
  font-size: ${tokens.font.size.lead};
  line-height: 1.5;
  color: var(--isa-muted);
  max-width: 54ch;
  text-wrap: pretty;
`;

/** A paragraph. */
export const Text = styled.p.withConfig(withoutProps('muted', 'size'))<{
  readonly muted?: boolean | undefined;
  readonly size?: 'small' | 'body' | undefined;
}>`
  max-width: ${tokens.measure};
  font-size: ${({ size = 'body' }) => tokens.font.size[size]};
  color: ${({ muted }) => (muted ? 'var(--isa-muted)' : 'inherit')};
  text-wrap: pretty;
`;

/** A caption in monospace upper case, such as "File 06 / Surveillance". */
export const Caption = styled.p.withConfig(withoutProps('tone'))<{
  readonly tone?: 'muted' | 'accent' | undefined;
}>`
  font-family: ${tokens.font.mono};
  font-size: ${tokens.font.size.caption};
  line-height: 1.5;
  letter-spacing: 0.08em;
  text-transform: uppercase;
  font-variant-numeric: tabular-nums;
  font-weight: 500;
  color: ${({ tone = 'muted' }) => `var(--isa-${tone})`};
`;
