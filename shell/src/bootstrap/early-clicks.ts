/** Selects buttons that do nothing without scripts. */
const BUTTON = 'button[type="button"]:not([popovertarget]), [role="button"]';

/** Repeats the last click on a button that came before hydration, once the page is interactive. */
export function repeatEarlyClicks(): void {
  const root = document.documentElement;
  let clicked: Element | null = null;
  let find: (() => Element | undefined) | undefined;
  const remember = ({ target }: MouseEvent) => {
    clicked = target instanceof Element ? target.closest(BUTTON) : null;
    find = clicked ? finderOf(clicked) : undefined;
  };
  document.addEventListener('click', remember, true);
  const observer = new MutationObserver(() => {
    // React handles clicks itself from the beginning of hydration; repeated, they would count twice.
    document.removeEventListener('click', remember, true);
    if (root.dataset.isaAlive === undefined) return;
    observer.disconnect();
    // The same button is another element where the page was replaced by that of another release.
    const button = clicked?.isConnected ? clicked : find?.();
    if (button instanceof HTMLElement) button.click();
  });
  observer.observe(root, { attributeFilter: ['data-isa-hydrating', 'data-isa-alive'] });
}

/** Finds a button again by its label and its place among the buttons with that label, if their number is the same. */
function finderOf(button: Element): () => Element | undefined {
  const label = labelOf(button);
  const alike = () => [...document.querySelectorAll(BUTTON)].filter((other) => labelOf(other) === label);
  const before = alike();
  return () => {
    const after = alike();
    return after.length === before.length ? after[before.indexOf(button)] : undefined;
  };
}

function labelOf(button: Element): string | null {
  return button.getAttribute('aria-label') ?? button.textContent;
}
