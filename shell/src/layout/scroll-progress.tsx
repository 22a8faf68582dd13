import { surface, Icon, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { focusPage } from './navigation/page-focus';
import { PROGRESS_AFTER, useScroll } from './scroll';

const RADIUS = 22;
const LENGTH = 2 * Math.PI * RADIUS;

const Root = styled.button<{ readonly $shown: boolean }>`
  ${surface('ink')}
  position: fixed;
  z-index: 30;
  right: calc(max(${tokens.space(4)}, env(safe-area-inset-right, 0px)) + var(--isa-scroll-bar-room, 0px));
  bottom: calc(${tokens.space(4)} + env(safe-area-inset-bottom, 0px));
  /* Moved by translate, because a bar that appears must not cause a layout
     shift. */
  translate: 0 calc(-1 * var(--isa-bottom-inset, 0px));
  display: grid;
  place-items: center;
  width: 48px;
  height: 48px;
  padding: 0;
  border: 0;
  border-radius: 50%;
  visibility: ${({ $shown }) => ($shown ? 'visible' : 'hidden')};
  opacity: ${({ $shown }) => ($shown ? 1 : 0)};
  scale: ${({ $shown }) => ($shown ? 1 : 0.85)};
  transition:
    opacity ${tokens.motion},
    scale ${tokens.motion},
    visibility ${tokens.motion};
  > svg {
    grid-area: 1 / 1;
  }
`;

const Ring = styled.svg`
  rotate: -90deg;
  circle {
    fill: none;
    stroke-width: 2;
  }
`;

/** It appears after 50 px (specification §9), makes way for form fields, and leads back to the top. */
export function ScrollProgress() {
  const shown = useScroll(({ top, fieldInCorner }) => top > PROGRESS_AFTER && !fieldInCorner);
  const percent = useScroll(({ progress }) => Math.round(progress * 100));

  function scrollToTop() {
    const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: reduced ? 'instant' : 'smooth' });
    // The button with the focus disappears at the top.
    focusPage();
  }

  return (
    <Root
      type="button"
      aria-label="Back to top"
      data-isa-above-bar
      data-isa-screen-only
      $shown={shown}
      onClick={scrollToTop}
    >
      <Ring width="48" height="48" viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r={RADIUS} stroke="var(--isa-line-strong)" opacity="0.6" />
        <circle
          cx="24"
          cy="24"
          r={RADIUS}
          stroke="var(--isa-accent)"
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - percent / 100)}
        />
      </Ring>
      <Icon name="arrow-up" size={18} />
    </Root>
  );
}
