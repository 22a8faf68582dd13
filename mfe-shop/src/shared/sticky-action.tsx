import { media, tokens } from '@isa/ui';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { createGlobalStyle, styled } from 'styled-components';

/** Below this the layouts are those of phones; `media.up('md')` begins above it. */
const PHONE = '(max-width: 767.98px)';

/** As high when it is away as when it is there: it slides, and nothing is laid out anew. */
const HEIGHT = '4.5rem';

const Bar = styled.div`
  position: fixed;
  inset: auto 0 0;
  z-index: 30;
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${tokens.space(4)};
  min-height: ${HEIGHT};
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
  @media print {
    display: none;
  }
`;

/** Toasts and the way back to the top keep clear of the bar. */
const Room = createGlobalStyle`
  :root {
    --isa-bottom-inset: ${HEIGHT};
  }
`;

interface StickyActionProps {
  /** The page's own button: the bar shows while that is out of sight. */
  readonly unless: RefObject<Element | null>;
  readonly label: string;
  readonly children: ReactNode;
}

/** On a phone, the page's main action stays under the thumb. */
export function StickyAction({ unless, label, children }: StickyActionProps) {
  const [shown, setShown] = useState(false);

  useEffect(() => {
    if (!unless.current || !('IntersectionObserver' in window)) return;
    const phone = window.matchMedia(PHONE);
    const observer = new IntersectionObserver(([entry]) =>
      setShown(entry !== undefined && !entry.isIntersecting && phone.matches),
    );
    observer.observe(unless.current);
    return () => observer.disconnect();
  }, [unless]);

  return (
    <Bar role="group" aria-label={label} inert={!shown}>
      {shown && <Room />}
      {/* Not twice in the page for those who search it or listen to it. */}
      {shown && children}
    </Bar>
  );
}
