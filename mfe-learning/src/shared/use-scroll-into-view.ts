import { type RefObject, useEffect } from 'react';

/** Scrolls the selected entry into a list's upper third. @param trigger scrolls again when this changes */
export function useScrollIntoView(
  list: RefObject<HTMLElement | null>,
  selector: string,
  trigger: number | string,
): void {
  useEffect(() => {
    const entry = list.current?.querySelector(selector);
    if (list.current && entry) scrollTo(list.current, entry);
  }, [list, selector, trigger]);
}

function scrollTo(list: HTMLElement, entry: Element): void {
  const { top, height } = list.getBoundingClientRect();
  list.scrollTop += entry.getBoundingClientRect().top - top - height / 3;
}
