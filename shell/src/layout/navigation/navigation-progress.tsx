import { media, VisuallyHidden } from '@isa/ui';
import { keyframes, styled } from 'styled-components';
import { useSlowNavigation } from './use-slow-navigation';

const creep = keyframes`
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
    /* Always slower, never there: the end is when the page is. */
    animation: ${creep} 8s cubic-bezier(0.1, 0.7, 0.3, 1) forwards;
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
