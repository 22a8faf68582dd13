import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router-dom';

/** Shorter waits are not worth a bar that flashes up. */
export const SLOW_NAVIGATION_MILLISECONDS = 200;

/** True while a navigation has been under way for longer than 200 ms. */
export function useSlowNavigation(): boolean {
  const { state, location } = useNavigation();
  const busy = state !== 'idle';
  const [slow, setSlow] = useState<typeof location>();
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlow(location), SLOW_NAVIGATION_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [busy, location]);
  return busy && slow === location;
}
