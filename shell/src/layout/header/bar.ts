import { focusRing, media, tokens } from '@isa/ui';
import { css, styled } from 'styled-components';

/** What the header's links, buttons and icons have in common: 44 px of target and one way to light up. */
export const barControl = css`
  display: inline-flex;
  align-items: center;
  gap: ${tokens.space(1.5)};
  min-height: 44px;
  padding: 0 ${tokens.space(3)};
  border: 0;
  border-radius: ${tokens.radius};
  background: none;
  color: inherit;
  font-family: ${tokens.font.sans};
  font-size: ${tokens.font.size.small};
  font-weight: 500;
  line-height: 1.2;
  text-decoration: none;
  white-space: nowrap;
  cursor: pointer;
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

/** A square of the bar with an icon in it. */
export const iconControl = css`
  ${barControl}
  position: relative;
  justify-content: center;
  width: 44px;
  padding: 0;
`;

/** Where no script runs, a button that needs one would be a dead end. */
export const needsScripts = css`
  @media (scripting: none) {
    display: none;
  }
`;

/** The sheet of links that a button of the bar opens. */
export const Panel = styled.div<{ readonly $open: boolean; readonly $end?: boolean }>`
  position: absolute;
  top: calc(100% + ${tokens.space(1)});
  ${({ $end }) => ($end ? 'right: 0;' : `left: 0;`)}
  min-width: 15rem;
  padding: ${tokens.space(2)};
  background: var(--isa-surface);
  border: 1px solid var(--isa-line);
  border-radius: ${tokens.radiusLarge};
  box-shadow: 0 18px 40px -24px rgb(13 20 32 / 55%);
  visibility: ${({ $open }) => ($open ? 'visible' : 'hidden')};
  opacity: ${({ $open }) => ($open ? 1 : 0)};
  translate: 0 ${({ $open }) => ($open ? '0' : '-4px')};
  /* Visible at once when it opens: what is still hidden in the first frame, a quick Tab passes by. */
  transition:
    opacity ${tokens.motion},
    translate ${tokens.motion},
    visibility ${({ $open }) => ($open ? '0s' : tokens.motion)};
`;

/** A link or button in such a sheet. */
export const panelEntry = css`
  ${barControl}
  display: flex;
  width: 100%;
  white-space: normal;
  text-align: left;
  &[aria-current='page'] {
    color: var(--isa-accent);
  }
`;
