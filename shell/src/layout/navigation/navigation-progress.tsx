import { media, VisuallyHidden } from '@isa/ui';
import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router-dom';
import { keyframes, styled } from 'styled-components';

/** Shorter navigations show no bar, because it would only flash. */
const SLOW_NAVIGATION_MILLISECONDS = 200;

const advance = keyframes`
  from { scale: 0 1; }
  40% { scale: 0.55 1; }
  to { scale: 0.92 1; }
`;

const Bar = styled.div`
  position: fixed;
  z-index: 70;
  inset: 0 0 auto;
  height: 3px;
  background: var(--isa-brass);
  transform-origin: left;
  ${media.motion} {
    /* Ever slower and never complete, because the duration is unknown. */
    animation: ${advance} 8s cubic-bezier(0.1, 0.7, 0.3, 1) forwards;
  }
`;

/** A bar along the top when a page takes longer than 200 ms. */
export function NavigationProgress() {
  const slow = useSlowNavigation();
  return (
    <>
      {slow && <Bar data-testid="navigation-progress" />}
      <VisuallyHidden role="status">{slow ? 'Loading the page…' : ''}</VisuallyHidden>
    </>
  );
}

function useSlowNavigation(): boolean {
  const { state, location } = useNavigation();
  const busy = state !== 'idle';
  const [slow, setSlow] = useState<typeof location>();
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlow(location), SLOW_NAVIGATION_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [busy, location]);
  return busy && slow === location;
}
