type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS = 'input, textarea, select';

function fieldsOf(root: ParentNode): readonly Field[] {
  return [...root.querySelectorAll<Field>(FIELDS)];
}

/**
 * Keeps what a visitor types before the page is interactive, where React replaces the fields: because a translation or an
 * extension has changed the page, or because the visitor has another release.
 * @returns a function that fills the new fields, and moves the focus to the one that had it. Call it whenever React has
 * replaced a part of the page, because it does so part by part.
 */
export function keepEarlyInput(root: HTMLElement): () => void {
  let early = fieldsOf(root);
  let focused = document.activeElement;
  const remember = ({ target }: FocusEvent) => (focused = target instanceof Element ? target : null);
  // React stops events in its root until it has hydrated their targets.
  document.addEventListener('focusin', remember, true);
  return () => {
    const present = fieldsOf(root);
    for (const field of early) {
      if (field.isConnected) continue;
      const next = alike(field, present)[alike(field, early).indexOf(field)];
      if (!next) continue;
      copy(field, next);
      if (field === focused) next.focus({ preventScroll: true });
    }
    early = present;
  };
}

/** The fields of a list with the name, type and form of another, in their order: radio buttons share all three. */
function alike(field: Field, list: readonly Field[]): readonly Field[] {
  const place = ({ name, type, form }: Field) => [name, type, form?.getAttribute('aria-label') ?? ''].join();
  return field.name === '' ? [] : list.filter((other) => place(other) === place(field));
}

/** Copies what was changed in a field, unless the new one has been changed as well. */
function copy(from: Field, to: Field): void {
  if (
    from instanceof HTMLInputElement &&
    to instanceof HTMLInputElement &&
    /^(?:checkbox|radio)$/.test(from.type)
  ) {
    if (from.checked !== from.defaultChecked && to.checked === from.defaultChecked) to.click();
    return;
  }
  const initial = from instanceof HTMLSelectElement ? initialOf(from) : from.defaultValue;
  if (from.type === 'file' || from.value === initial || to.value !== initial) return;
  // React replaces the property of a field that it controls; the one of the prototype reaches the element.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), 'value')?.set?.call(to, from.value);
  to.dispatchEvent(new Event('input', { bubbles: true }));
  to.dispatchEvent(new Event('change', { bubbles: true }));
}

function initialOf({ options }: HTMLSelectElement): string | undefined {
  return ([...options].find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value;
}
