import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { entryKey } from '../../browser/history-entry';

/**
 * Closes what is open when the visitor has arrived at another entry of the history, by a link as well as by Back. What was
 * opened while that page was already on its way stays open, because its address is current before React shows it.
 * @param close is called before the new page receives the focus.
 */
export function useCloseOnNavigation(isOpen: boolean, close: () => void): void {
  const { key } = useLocation();
  const shown = useRef(key);
  const openedAt = useRef<string>(undefined);
  useEffect(() => {
    if (isOpen) openedAt.current = entryKey();
  }, [isOpen]);
  const onNavigation = useEffectEvent(() => {
    if (isOpen && key !== openedAt.current) close();
  });
  useLayoutEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    onNavigation();
  }, [key]);
}
