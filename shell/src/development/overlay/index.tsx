import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Overlay, type OverlayProps } from './overlay';

/** Renders the overlay in its own root. A chunk of its own, so that no visitor loads it. */
export function showOverlay(releases: OverlayProps['releases']): void {
  const container = document.createElement('div');
  document.body.append(container);
  createRoot(container).render(
    <StrictMode>
      <Overlay releases={releases} />
    </StrictMode>,
  );
}
