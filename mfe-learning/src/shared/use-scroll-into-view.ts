import { type RefObject, useEffect } from 'react';

/**
 * Scrolls a list, but not the page, so that the selected entry is in its upper third.
 * @param trigger scrolls again when this changes
 */
export function useScrollIntoView(
  list: RefObject<HTMLElement | null>,
  selector: string,
  trigger: number | string,
): void {
  useEffect(() => {
    const entry = list.current?.querySelector(selector);
    if (!list.current || !entry) return;
    const { top, height } = list.current.getBoundingClientRect();
    list.current.scrollTop += entry.getBoundingClientRect().top - top - height / 3;
  }, [list, selector, trigger]);
}
