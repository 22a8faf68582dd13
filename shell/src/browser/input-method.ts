/**
 * Stops Enter from sending a form while it confirms a word that an input method offers. Phones offer every word, so there
 * Enter is always meant for the form.
 */
export function keepEnterForInputMethod(page: Window): void {
  const stop = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.isComposing && page.matchMedia('(hover: hover)').matches) {
      event.preventDefault();
    }
  };
  page.document.addEventListener('keydown', stop, true);
}
