import { type RefObject, useEffect } from 'react';

/**
 * Scrolls a list, and never the page, so that the entry found by a selector stands in its upper third.
 * @param when scrolls again as soon as this changes
 */
export function useKeepInView(
  list: RefObject<HTMLElement | null>,
  selector: string,
  when: number | string,
): void {
  useEffect(() => {
    const entry = list.current?.querySelector(selector);
    if (list.current && entry) bringIntoView(list.current, entry);
  }, [list, selector, when]);
}

function bringIntoView(list: HTMLElement, entry: Element): void {
  const { top, height } = list.getBoundingClientRect();
  list.scrollTop += entry.getBoundingClientRect().top - top - height / 3;
}
