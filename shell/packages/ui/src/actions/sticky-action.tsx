import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { ACTION_BAR_HEIGHT, media, tokens } from '../foundation/tokens';
import { useMediaQuery } from '../foundation/use-media-query';

const Bar = styled.div`
  position: fixed;
  inset: auto 0 0;
  z-index: 30;
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${tokens.space(4)};
  min-height: ${ACTION_BAR_HEIGHT};
  padding: ${tokens.space(3)} ${tokens.gutter};
  padding-bottom: max(${tokens.space(3)}, env(safe-area-inset-bottom));
  background: ${tokens.color.card};
  border-top: 1px solid ${tokens.color.line};
  transition:
    transform ${tokens.motion},
    visibility ${tokens.motion};
  &[inert] {
    transform: translateY(100%);
    visibility: hidden;
  }
  ${media.up('md')} {
    display: none;
  }
`;

interface StickyActionProps {
  /** The same action inside the page: the bar is shown while this is out of view. */
  readonly inPage: RefObject<Element | null>;
  readonly label: string;
  readonly children: ReactNode;
}

/** The page's main action in a bar at the bottom of a phone's screen. */
export function StickyAction({ inPage, label, children }: StickyActionProps) {
  const [outOfView, setOutOfView] = useState(false);
  const shown = useMediaQuery(media.down('md')) && outOfView;

  useEffect(() => {
    if (!inPage.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(([entry]) => setOutOfView(entry?.isIntersecting === false));
    observer.observe(inPage.current);
    return () => observer.disconnect();
  }, [inPage]);

  useEffect(() => {
    // The global styles make room for the bar. A style element would cost the styles of the whole page.
    document.documentElement.toggleAttribute('data-isa-action-bar', shown);
    // The bar may have appeared over what the visitor has just moved the focus to (WCAG 2.4.11).
    if (shown) document.querySelector(':focus-visible')?.scrollIntoView({ block: 'nearest' });
    return () => document.documentElement.removeAttribute('data-isa-action-bar');
  }, [shown]);

  return (
    <Bar role="group" aria-label={label} inert={!shown} data-isa-screen-only>
      {/* Rendered only while shown, so that search and screen readers do not find it twice. */}
      {shown && children}
    </Bar>
  );
}
