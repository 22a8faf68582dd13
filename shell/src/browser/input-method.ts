/** The code of every key that an input method handles (UI Events, section 8.3). */
const INPUT_METHOD_KEY = 229;

/**
 * Stops Enter from sending a form while it confirms a word that an input method offers. Phones offer every word, so there
 * Enter is always meant for the form.
 */
export function keepEnterForInputMethod(page: Window): void {
  const stop = (event: KeyboardEvent) => {
    // Safari ends the word before it reports the key, which then has this code alone (WebKit bug 165004).
    const isForInputMethod = event.isComposing || event.keyCode === INPUT_METHOD_KEY;
    if (event.key === 'Enter' && isForInputMethod && page.matchMedia('(hover: hover)').matches) {
      event.preventDefault();
    }
  };
  page.document.addEventListener('keydown', stop, true);
}
