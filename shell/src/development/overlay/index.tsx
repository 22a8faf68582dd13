import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Overlay, type OverlayProps } from './overlay';

/** Puts the overlay beside the application. Loaded on demand only: a visitor's first page has none of it. */
export function showOverlay(drawn: OverlayProps['drawn']): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(
    <StrictMode>
      <Overlay drawn={drawn} />
    </StrictMode>,
  );
}
