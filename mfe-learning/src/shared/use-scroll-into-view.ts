import { type RefObject, useEffect } from 'react';

/** Scrolls the current entry into a list's upper third. @param trigger scrolls again when this changes */
export function useScrollIntoView(list: RefObject<HTMLElement | null>, trigger: number | string): void {
  useEffect(() => {
    const entry = list.current?.querySelector('[aria-current]');
    if (list.current && entry) scrollTo(list.current, entry);
  }, [list, trigger]);
}

function scrollTo(list: HTMLElement, entry: Element): void {
  const { top, height } = list.getBoundingClientRect();
  list.scrollTop += entry.getBoundingClientRect().top - top - height / 3;
}
