import type { ComponentProps } from 'react';
import { css, styled } from 'styled-components';
import { surface, type Surface } from '../foundation/surfaces';
import { withoutProps } from '../foundation/polymorphic';
import { media, tokens } from '../foundation/tokens';

const widths = { text: '46rem', content: tokens.content } as const;

/** The column of the content: 1200 px and fluid gutters. */
export const Container = styled.div.withConfig(withoutProps('width'))<{
  /** `text` for a column of prose. */
  readonly width?: keyof typeof widths | undefined;
}>`
  width: 100%;
  max-width: calc(${({ width = 'content' }) => widths[width]} + 2 * ${tokens.gutter});
  margin-inline: auto;
  padding-inline: ${tokens.gutter};
`;

const spaces = {
  none: '0',
  small: `calc(${tokens.sectionSpace} / 2)`,
  medium: `calc(${tokens.sectionSpace} * 0.65)`,
  large: tokens.sectionSpace,
} as const;

/** A band of the page on its own surface. Put a `Container` inside. */
export const Section = styled.section.withConfig(withoutProps('tone', 'space'))<{
  readonly tone?: Surface | undefined;
  readonly space?: keyof typeof spaces | undefined;
}>`
  ${({ tone = 'paper' }) => surface(tone)}
  position: relative;
  padding-block: ${({ space = 'large' }) => spaces[space]};
`;

/** A `Section` with a `Container` inside. */
export function Band({ children, ...section }: ComponentProps<typeof Section>) {
  return (
    <Section {...section}>
      <Container>{children}</Container>
    </Section>
  );
}

/** The hard left edge of a picture alongside the text of a page's head. */
export const slantedEdge = css`
  clip-path: polygon(5.5rem 0, 100% 0, 100% 100%, 0 100%);
`;

/** Children below each other, `gap` in steps of 4 px. */
export const Stack = styled.div.withConfig(withoutProps('gap', 'align'))<{
  readonly gap?: number | undefined;
  readonly align?: 'start' | 'center' | 'end' | 'stretch' | undefined;
}>`
  display: flex;
  flex-direction: column;
  align-items: ${({ align = 'stretch' }) => align};
  gap: ${({ gap = 4 }) => tokens.space(gap)};
  /* A long word in a child must not widen the page. */
  > * {
    min-width: 0;
  }
`;

/** Children alongside each other, wrapping, `gap` in steps of 4 px. */
export const Cluster = styled.div.withConfig(withoutProps('gap', 'align', 'justify'))<{
  readonly gap?: number | undefined;
  readonly align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch' | undefined;
  readonly justify?: 'start' | 'center' | 'end' | 'space-between' | undefined;
}>`
  display: flex;
  flex-wrap: wrap;
  align-items: ${({ align = 'center' }) => align};
  justify-content: ${({ justify = 'start' }) => justify};
  gap: ${({ gap = 3 }) => tokens.space(gap)};
`;

/** As many equal columns as fit at `min` pixels each; one column on a narrow screen. */
export const Grid = styled.div.withConfig(withoutProps('min', 'gap'))<{
  readonly min?: number | undefined;
  readonly gap?: number | undefined;
}>`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, ${({ min = 280 }) => min}px), 1fr));
  gap: ${({ gap = 8 }) => tokens.space(gap)};
`;

/** Columns on screens at least `from` wide; on narrower ones the children are below each other. */
export const Columns = styled.div.withConfig(withoutProps('from', 'widths', 'gap', 'wideGap', 'align'))<{
  readonly from: 'sm' | 'md' | 'lg' | 'xl';
  /** Widths of the columns, such as `7fr 5fr`. */
  readonly widths: string;
  /** The gap in steps of 4 px. */
  readonly gap: number;
  /** The gap between the columns, any CSS length; `gap` if absent. */
  readonly wideGap?: string | undefined;
  readonly align?: 'start' | 'center' | 'end' | undefined;
}>`
  display: grid;
  gap: ${({ gap }) => tokens.space(gap)};
  align-items: ${({ align = 'normal' }) => align};
  ${({ from }) => media.up(from)} {
    grid-template-columns: ${({ widths }) => widths.replace(/[\d.]+fr/g, 'minmax(0, $&)')};
    gap: ${({ gap, wideGap = tokens.space(gap) }) => wideGap};
  }
  > * {
    min-width: 0;
  }
`;

/** A bordered sheet. With `interactive` its border changes on hover and on focus inside. */
export const Card = styled.div.withConfig(withoutProps('interactive', 'padding'))<{
  readonly interactive?: boolean | undefined;
  readonly padding?: 'none' | 'normal' | 'large' | undefined;
}>`
  position: relative;
  min-width: 0;
  background: var(--isa-raised);
  border: 1px solid var(--isa-line);
  border-radius: ${tokens.radiusLarge};
  padding: ${({ padding = 'normal' }) =>
    ({
      none: '0',
      normal: `clamp(${tokens.space(5)}, 2.4vw, ${tokens.space(7)})`,
      large: `clamp(${tokens.space(6)}, 4vw, ${tokens.space(12)})`,
    })[padding]};
  ${({ padding = 'normal' }) => padding === 'none' && 'overflow: clip;'}
  ${({ interactive }) =>
    interactive &&
    css`
      transition: border-color ${tokens.motion};
      &:hover,
      &:focus-within {
        border-color: var(--isa-accent);
      }
    `}
`;
