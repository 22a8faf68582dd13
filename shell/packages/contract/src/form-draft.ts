import { isRecord, storedJson } from './storage';

/** Begins the keys of what a logout removes from the browser's storage: drafts, and what remotes keep of the visitor. */
export const PRIVATE_PREFIX = 'isa-private:';

/** The types of controls whose text is kept: no passwords, no consent. */
const KEPT = ['text', 'email', 'tel', 'search', 'url', 'textarea', 'select-one'];

/** What a visitor has typed into a form, for this tab: Back, a reload and a link followed by mistake lose nothing. */
export function formDraft(name: string) {
  const stored = storedJson('sessionStorage', `${PRIVATE_PREFIX}draft:${name}`, (json) =>
    isRecord(json) ? json : undefined,
  );
  return {
    keep({ elements }: HTMLFormElement): void {
      const texts = [...elements].flatMap((control) =>
        (control instanceof HTMLInputElement ||
          control instanceof HTMLTextAreaElement ||
          control instanceof HTMLSelectElement) &&
        KEPT.includes(control.type) &&
        // A password that is shown is a text.
        !/password|one-time-code/.test(control.autocomplete) &&
        control.tabIndex >= 0
          ? [[control.name, control.value] as const]
          : [],
      );
      stored.write(Object.fromEntries(texts));
    },
    /** @returns the fields as they are, and in place of empty ones what was kept. */
    restored(form: HTMLFormElement): FormData {
      const data = new FormData(form);
      for (const [field, text] of Object.entries(stored.read() ?? {})) {
        if (typeof text === 'string' && text !== '' && data.get(field) === '') data.set(field, text);
      }
      return data;
    },
    clear: stored.clear,
  };
}
