import type { Toast } from '@isa/contract';
import { createStore } from 'zustand/vanilla';

/** How long a toast is visible (specification §9). */
export const TOAST_MILLISECONDS = 5000;
/** How many toasts are visible at most: more would cover the page on a phone. */
const MAX_TOASTS = 3;

export interface ShownToast extends Toast {
  readonly id: number;
}

const store = createStore<{ readonly shown: readonly ShownToast[] }>(() => ({ shown: [] }));
let last = 0;

/** The site's list of toasts. A text that is already visible is shown again instead of twice. */
export const toasts = {
  store,
  show(toast: Toast) {
    last += 1;
    const added: ShownToast = { ...toast, id: last };
    store.setState(({ shown }) => ({
      shown: [...shown.filter(({ text }) => text !== toast.text), added].slice(-MAX_TOASTS),
    }));
  },
  dismiss: (id: number) =>
    store.setState(({ shown }) => ({ shown: shown.filter((toast) => toast.id !== id) })),
};
