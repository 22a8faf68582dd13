/** Buttons that do nothing without scripts. */
const BUTTON = 'button[type="button"]:not([popovertarget]), [role="button"]';

/** Repeats the last click on a button that came before hydration, once the page is interactive. */
export function repeatEarlyClicks(): void {
  const root = document.documentElement;
  let clicked: Element | null = null;
  const remember = ({ target }: MouseEvent) => {
    clicked = target instanceof Element ? target.closest(BUTTON) : null;
  };
  document.addEventListener('click', remember, true);
  const observer = new MutationObserver(() => {
    // From the beginning of hydration React handles clicks itself: repeated, they would count twice.
    document.removeEventListener('click', remember, true);
    if (root.dataset.isaAlive === undefined) return;
    observer.disconnect();
    // Where the page was replaced, the button is not in the document any more.
    if (clicked instanceof HTMLElement && clicked.isConnected) clicked.click();
  });
  observer.observe(root, { attributeFilter: ['data-isa-hydrating', 'data-isa-alive'] });
}
