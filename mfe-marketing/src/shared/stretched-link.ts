import { focusRing, tokens } from '@isa/ui';
import { css } from 'styled-components';

/**
 * A link whose target covers the card around it, although only the title is its text: one link a card, one
 * stop for the keyboard, and a short name for screen readers. The card needs `position: relative`.
 */
export const stretchedLink = css`
  color: inherit;
  text-decoration: none;
  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  &:focus-visible {
    outline: none;
  }
  &:focus-visible::after {
    ${focusRing}
    outline-offset: -4px;
    border-radius: ${tokens.radiusLarge};
  }
`;

/** A card that answers to the pointer and to focus on the link inside it. */
export const linkedCard = css`
  position: relative;
  background: var(--isa-raised);
  border: 1px solid var(--isa-line);
  border-radius: ${tokens.radiusLarge};
  transition: border-color ${tokens.motion};
  &:hover,
  &:focus-within {
    border-color: var(--isa-accent);
  }
`;
