import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { useCloseOnNavigation } from './navigation/use-close-on-navigation';

const Root = styled.dialog`
  width: 100%;
  max-width: 100%;
  height: 100dvh;
  max-height: none;
  margin: 0;
  padding: 0;
  border: 0;
  overscroll-behavior: contain;
  &::backdrop {
    background: rgb(13 20 32 / 60%);
  }
`;

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * A modal `<dialog>`: the browser traps the focus, closes it on Escape and makes the page inert. A press on
 * the backdrop closes it, too, and so does another page, to which Back leads. The layout's global style stops the page
 * from scrolling.
 */
export function Dialog({ open, onClose, label, className, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open === open) return;
    if (open) {
      // Keeps the width of the scroll bar, which the page loses while it does not scroll, so that nothing moves.
      const root = document.documentElement;
      root.style.setProperty('--isa-scroll-bar', `${window.innerWidth - root.clientWidth}px`);
      element.showModal();
    } else element.close();
  }, [open]);

  // A closed dialog gives the focus back to its opener, so it must be closed before the new page takes it.
  useCloseOnNavigation(open, () => dialog.current?.close());

  // Only a press on the backdrop has the dialog itself as its target; children cover the rest.
  const closeFromBackdrop = ({ target }: MouseEvent) => {
    if (target === dialog.current) onClose();
  };

  return (
    <Root
      ref={dialog}
      aria-label={label}
      className={className}
      data-isa-sheet
      onClose={onClose}
      onClick={closeFromBackdrop}
    >
      {open && children}
    </Root>
  );
}
