import { css, styled } from 'styled-components';
import { ground, type Ground } from '../foundation/grounds';
import { tokens } from '../foundation/tokens';

/** Keeps the props that only style something away from the element. */
function without(...names: readonly string[]) {
  return { shouldForwardProp: (name: string) => !names.includes(name) };
}

const widths = { text: '46rem', content: tokens.content, wide: '90rem' } as const;

/** The column that content stands in: 1200 px and fluid gutters. */
export const Container = styled.div.withConfig(without('width'))<{
  /** `text` for a column of prose, `wide` for full pictures. */
  readonly width?: keyof typeof widths | undefined;
}>`
  width: 100%;
  max-width: calc(${({ width = 'content' }) => widths[width]} + 2 * ${tokens.gutter});
  margin-inline: auto;
  padding-inline: ${tokens.gutter};
`;

const breaths = { none: '0', small: `calc(${tokens.breath} / 2)`, large: tokens.breath } as const;

/** A band of the page on its own ground. Put a `Container` inside. */
export const Section = styled.section.withConfig(without('tone', 'space'))<{
  readonly tone?: Ground | undefined;
  readonly space?: keyof typeof breaths | undefined;
}>`
  ${({ tone = 'paper' }) => ground(tone)}
  position: relative;
  padding-block: ${({ space = 'large' }) => breaths[space]};
`;

/** Children below each other, `gap` in steps of 4 px. */
export const Stack = styled.div.withConfig(without('gap', 'align'))<{
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

/** Children beside each other, wrapping, `gap` in steps of 4 px. */
export const Cluster = styled.div.withConfig(without('gap', 'align', 'justify'))<{
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
export const Grid = styled.div.withConfig(without('min', 'gap'))<{
  readonly min?: number | undefined;
  readonly gap?: number | undefined;
}>`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, ${({ min = 280 }) => min}px), 1fr));
  gap: ${({ gap = 8 }) => tokens.space(gap)};
`;

/** A sheet of the file. With `interactive` its border answers to the pointer and to focus inside. */
export const Card = styled.div.withConfig(without('interactive', 'padding'))<{
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
