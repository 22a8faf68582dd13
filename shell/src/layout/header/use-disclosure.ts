import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';

/** A pointer that crosses the gap between button and panel must not close the panel. */
const LEAVE_MILLISECONDS = 180;

/**
 * `hovered` is open because a mouse rests on it: a click then keeps it open rather than closing what the
 * visitor is just looking at.
 */
type DisclosureState = 'closed' | 'hovered' | 'open';

/**
 * A button that shows and hides a panel of links, after the disclosure pattern of the ARIA Authoring
 * Practices. Opens by click, touch and keyboard, and with `hover` under a mouse. Escape closes it and returns the focus;
 * so do a press elsewhere and the focus moving on.
 */
export function useDisclosure<Root extends HTMLElement>({
  hover = false,
}: { readonly hover?: boolean } = {}) {
  const [state, setState] = useState<DisclosureState>('closed');
  const root = useRef<Root>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const panelId = useId();
  const expanded = state !== 'closed';
  const close = () => setState('closed');

  useEffect(() => {
    if (!expanded) return;
    // Safari does not focus a pressed button, so the loss of focus alone would not tell.
    const pressed = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setState('closed');
    };
    document.addEventListener('pointerdown', pressed);
    return () => document.removeEventListener('pointerdown', pressed);
  }, [expanded]);

  useEffect(() => () => clearTimeout(leaving.current), []);

  return {
    expanded,
    close,
    rootProps: {
      ref: root,
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        clearTimeout(leaving.current);
        if (hover && pointerType === 'mouse') setState((now) => (now === 'closed' ? 'hovered' : now));
      },
      onPointerLeave: () => {
        leaving.current = setTimeout(
          () => setState((now) => (now === 'hovered' ? 'closed' : now)),
          LEAVE_MILLISECONDS,
        );
      },
      onBlur: ({ relatedTarget }: FocusEvent) => {
        if (relatedTarget instanceof Node && !root.current?.contains(relatedTarget)) close();
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !expanded) return;
        event.stopPropagation();
        trigger.current?.focus();
        close();
      },
    },
    triggerProps: {
      ref: trigger,
      type: 'button' as const,
      'aria-expanded': expanded,
      'aria-controls': panelId,
      onClick: () => setState((now) => (now === 'open' ? 'closed' : 'open')),
    },
    panelId,
  };
}
