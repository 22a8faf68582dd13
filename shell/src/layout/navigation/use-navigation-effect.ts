import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Runs when the visitor has arrived at another entry of the history, by a link as well as by Back. */
export function useNavigationEffect(run: () => void): void {
  const { key } = useLocation();
  const shown = useRef(key);
  const onNavigation = useEffectEvent(run);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    onNavigation();
  }, [key]);
}
