import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';

/** Stopping the page takes its scroll bar away; what stood beside it must not move into its place. */
function holdPage(): void {
  const root = document.documentElement;
  root.style.setProperty('--isa-scroll-bar', `${window.innerWidth - root.clientWidth}px`);
}

interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * A modal dialog of the browser's own kind: it keeps the focus inside, closes on Escape, gives the focus
 * back and makes the page behind it inert. A press beside it closes it too. The layout's global style
 * stops the page from scrolling while one is open.
 */
export function Sheet({ open, onClose, label, className, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open === open) return;
    if (open) {
      holdPage();
      element.showModal();
    } else element.close();
  }, [open]);

  // Only the backdrop reports the dialog itself as the target; everything inside is covered by children.
  const pressed = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };

  return (
    <dialog
      ref={dialog}
      aria-label={label}
      className={className}
      data-isa-sheet
      onClose={onClose}
      onClick={pressed}
    >
      {open && children}
    </dialog>
  );
}
