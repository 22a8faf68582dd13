import { focusRing, surface, media, tokens } from '@isa/ui';
import { css, styled } from 'styled-components';

const barWidths = { sm: 26.25, md: 48, xl: 75, xxl: 87.5 } as const;

/**
 * Queries of the bar's width in the visitor's letters, 16 px by default: with letters twice as large the bar of a laptop
 * is that of a phone.
 */
export const bar = {
  up: (width: 'md' | 'xl') => `@container (min-width: ${barWidths[width]}rem)`,
  down: (width: 'sm' | 'xxl') => `@container (max-width: ${barWidths[width] - 0.01}rem)`,
} as const;

/** The style of the header's links, buttons and icons: a target of 44 px and one hover style. */
export const headerControl = css`
  display: inline-flex;
  align-items: center;
  gap: ${tokens.space(1.5)};
  min-height: 44px;
  padding: 0 ${tokens.space(3)};
  border: 0;
  border-radius: ${tokens.radius};
  background: none;
  color: inherit;
  font-size: ${tokens.font.size.small};
  font-weight: 500;
  line-height: 1.2;
  text-decoration: none;
  white-space: nowrap;
  transition: background-color ${tokens.motion};
  &:focus-visible {
    ${focusRing}
    outline-offset: -2px;
  }
  ${media.hover} {
    &:hover {
      background: color-mix(in srgb, currentColor 9%, transparent);
    }
  }
`;

export const iconControl = css`
  ${headerControl}
  position: relative;
  justify-content: center;
  width: 44px;
  padding: 0;
`;

/** An icon button that does nothing without scripts, so it is hidden then. */
export const ScriptedIconButton = styled.button.attrs<{ 'data-isa-scripts-only'?: '' }>({
  'data-isa-scripts-only': '',
})`
  ${iconControl}
`;

export const turningChevron = css`
  svg {
    transition: rotate ${tokens.motion};
  }
  &[aria-expanded='true'] svg {
    rotate: 180deg;
  }
`;

export const Panel = styled.div<{ readonly $open: boolean; readonly $end?: boolean }>`
  ${surface('card')}
  position: absolute;
  top: calc(100% + ${tokens.space(1)});
  ${({ $end }) => ($end ? 'right: 0;' : 'left: 0;')}
  min-width: 15rem;
  padding: ${tokens.space(2)};
  border: 1px solid var(--isa-line);
  border-radius: ${tokens.radiusLarge};
  box-shadow: 0 18px 40px -24px rgb(13 20 32 / 55%);
  visibility: ${({ $open }) => ($open ? 'visible' : 'hidden')};
  opacity: ${({ $open }) => ($open ? 1 : 0)};
  translate: 0 ${({ $open }) => ($open ? '0' : '-4px')};
  /* Visible from the first frame, because Tab skips hidden links. */
  transition:
    opacity ${tokens.motion},
    translate ${tokens.motion},
    visibility ${({ $open }) => ($open ? '0s' : tokens.motion)};
`;

/** One component for all, because new rules for a known session would cost all styles of the page. */
export const PanelEntry = styled.a`
  ${headerControl}
  display: flex;
  width: 100%;
  white-space: normal;
  text-align: left;
  &[aria-current='page'] {
    color: var(--isa-accent);
  }
`;
