import { type Host, type Toast } from '@isa/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** How long a toast stays (specification §9). */
export const TOAST_MILLISECONDS = 5000;
/** More than this would cover a phone's page. */
const MOST_AT_ONCE = 3;

export interface ShownToast extends Toast {
  readonly id: number;
}

export interface ToastsState {
  /** Oldest first. */
  readonly toasts: readonly ShownToast[];
}

/** What remotes show goes in by `show`; the toaster reads the store. */
export interface Toasts extends Readonly<Host['toasts']> {
  readonly store: StoreApi<ToastsState>;
  show(toast: Toast): void;
  dismiss(id: number): void;
}

/** The site's one list of toasts. A text that is already up starts anew instead of standing there twice. */
export function createToasts(): Toasts {
  const store = createStore<ToastsState>(() => ({ toasts: [] }));
  let last = 0;
  return {
    store,
    show(toast) {
      last += 1;
      const shown: ShownToast = { ...toast, id: last };
      store.setState(({ toasts }) => ({
        toasts: [...toasts.filter(({ text }) => text !== toast.text), shown].slice(-MOST_AT_ONCE),
      }));
    },
    dismiss: (id) => store.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })),
  };
}
