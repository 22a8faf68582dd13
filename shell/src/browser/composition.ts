/**
 * Stops Enter from sending a form while it confirms what an input method composes. Phones compose every word, so there
 * Enter is always meant for the form.
 */
export function ignoreEnterOfCompositions(page: Window): void {
  const stop = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.isComposing && page.matchMedia('(hover: hover)').matches) {
      event.preventDefault();
    }
  };
  page.document.addEventListener('keydown', stop, true);
}
