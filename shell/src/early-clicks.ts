/** Buttons that do nothing without scripts. */
const BUTTON = 'button[type="button"]:not([popovertarget]), [role="button"]';

/** Repeats the last click on a button that came before the page was interactive. */
export function repeatEarlyClicks(): void {
  const root = document.documentElement;
  let clicked: Element | null = null;
  const remember = ({ target }: MouseEvent) => {
    clicked = target instanceof Element ? target.closest(BUTTON) : null;
  };
  document.addEventListener('click', remember, true);
  const observer = new MutationObserver(() => {
    observer.disconnect();
    document.removeEventListener('click', remember, true);
    // Where the page was replaced, the button is not in the document any more.
    if (clicked instanceof HTMLElement && clicked.isConnected) clicked.click();
  });
  observer.observe(root, { attributeFilter: ['data-isa-alive'] });
}
