import type { ApiClient } from './api';
import type { Basket } from './basket';
import type { Session } from './session';

export interface Toast {
  readonly text: string;
  readonly tone?: 'info' | 'success' | 'error';
  /** One action that the visitor can take, such as undo. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** What the shell provides to every remote: to loaders as an argument, to components by `useHost()`. */
export interface Host {
  readonly api: ApiClient;
  readonly session: Session;
  readonly basket: Basket;
  readonly toasts: { show(toast: Toast): void };
  readonly site: {
    readonly name: string;
    /** Scheme and host without a trailing slash: canonical addresses start with it. */
    readonly origin: string;
  };
}
