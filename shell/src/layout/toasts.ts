import type { Toast } from '@isa/contract';
import { createStore } from 'zustand/vanilla';

/** How long a toast is visible (specification §9). */
export const TOAST_MILLISECONDS = 5000;
/** How many toasts are visible at most: more would cover the page on a phone. */
const MAX_TOASTS = 3;

export interface ShownToast extends Toast {
  readonly id: number;
}

export type Toasts = ReturnType<typeof createToasts>;

/** The site's list of toasts. A text that is already visible is shown again instead of twice. */
export function createToasts() {
  const store = createStore<{ readonly toasts: readonly ShownToast[] }>(() => ({ toasts: [] }));
  let last = 0;
  return {
    store,
    show(toast: Toast) {
      last += 1;
      const shown: ShownToast = { ...toast, id: last };
      store.setState(({ toasts }) => ({
        toasts: [...toasts.filter(({ text }) => text !== toast.text), shown].slice(-MAX_TOASTS),
      }));
    },
    dismiss: (id: number) =>
      store.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })),
  };
}
