import { useState } from 'react';

/**
 * Forms that replace the buttons that open them. When one is closed, the focus returns to its button; set `autoFocus` on
 * the first field of each.
 */
export function useOpenForm<Name extends string>() {
  const [open, setOpen] = useState<Name>();
  const [closed, setClosed] = useState<Name>();
  return {
    open,
    close() {
      setClosed(open);
      setOpen(undefined);
    },
    /** The props of the button that opens a form. */
    opener: (name: Name) => ({
      type: 'button' as const,
      variant: 'secondary' as const,
      autoFocus: closed === name,
      onClick: () => setOpen(name),
    }),
  };
}
