import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useCloseOnNavigation } from '../navigation/use-close-on-navigation';

/** The pointer can cross the gap between button and panel in this time. */
const LEAVE_MILLISECONDS = 180;

/** A `hovered` panel is open under a mouse only; a click then leaves it open instead of closing it. */
type DisclosureState = 'closed' | 'hovered' | 'open';

/**
 * The disclosure pattern of the ARIA Authoring Practices. Opens on click, touch and keyboard, and with
 * `hover` under a mouse. Escape, a press elsewhere, a move of the focus or another page closes it.
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
  useCloseOnNavigation(expanded, close);

  useEffect(() => {
    if (!expanded) return;
    // Safari does not focus a pressed button, so `blur` alone is not enough.
    const closeFromOutside = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setState('closed');
    };
    document.addEventListener('pointerdown', closeFromOutside);
    return () => document.removeEventListener('pointerdown', closeFromOutside);
  }, [expanded]);

  useEffect(() => () => clearTimeout(leaving.current), []);

  return {
    expanded,
    close,
    rootProps: {
      ref: root,
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        clearTimeout(leaving.current);
        if (hover && pointerType === 'mouse') setState((state) => (state === 'closed' ? 'hovered' : state));
      },
      onPointerLeave: () => {
        leaving.current = setTimeout(
          () => setState((state) => (state === 'hovered' ? 'closed' : state)),
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
      onClick: () => setState((state) => (state === 'open' ? 'closed' : 'open')),
    },
    panelId,
  };
}
