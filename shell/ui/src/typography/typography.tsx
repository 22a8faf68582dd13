import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { tokens } from '../foundation/tokens';

const sizes = {
  display: css`
    font-size: ${tokens.font.size.display};
    line-height: 1.02;
    letter-spacing: -0.025em;
    font-weight: 440;
  `,
  xl: css`
    font-size: ${tokens.font.size.xl};
    line-height: 1.08;
    letter-spacing: -0.02em;
    font-weight: 460;
  `,
  lg: css`
    font-size: ${tokens.font.size.lg};
    line-height: 1.16;
    letter-spacing: -0.014em;
    font-weight: 480;
  `,
  md: css`
    font-size: ${tokens.font.size.md};
    line-height: 1.25;
    letter-spacing: -0.008em;
    font-weight: 520;
  `,
  sm: css`
    font-size: ${tokens.font.size.sm};
    line-height: 1.35;
    letter-spacing: -0.004em;
    font-weight: 560;
  `,
} as const;

export type HeadingSize = keyof typeof sizes;
export type HeadingLevel = 1 | 2 | 3 | 4;

const sizeOfLevel: Readonly<Record<HeadingLevel, HeadingSize>> = { 1: 'xl', 2: 'lg', 3: 'md', 4: 'sm' };

const HeadingRoot = styled.h2<{ readonly $size: HeadingSize }>`
  font-family: ${tokens.font.serif};
  text-wrap: balance;
  ${({ $size }) => sizes[$size]}
`;

export interface HeadingProps {
  readonly level: HeadingLevel;
  /** How large it looks, whatever its level. */
  readonly size?: HeadingSize | undefined;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A heading. The first level can take the focus: the shell moves it there after a navigation. */
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
export const Text = styled.p.withConfig({
  shouldForwardProp: (name) => name !== 'muted' && name !== 'size',
})<{ readonly muted?: boolean | undefined; readonly size?: 'small' | 'body' | undefined }>`
  max-width: ${tokens.measure};
  font-size: ${({ size = 'body' }) => tokens.font.size[size]};
  color: ${({ muted }) => (muted ? 'var(--isa-muted)' : 'inherit')};
  text-wrap: pretty;
`;

/** A file's caption: monospace, upper case, such as "File 06 / Surveillance". */
export const Caption = styled.p.withConfig({ shouldForwardProp: (name) => name !== 'tone' })<{
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
