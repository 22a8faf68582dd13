import type { ApiClient } from './api';
import type { Basket } from './basket';
import type { Session } from './session';

export interface Toast {
  readonly text: string;
  readonly tone?: 'info' | 'success' | 'error';
  /** One thing that the visitor can do about it, such as undo. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** What the shell promises to every remote. Handed to loaders as an argument and to components by `useHost()`. */
export interface Host {
  readonly api: ApiClient;
  readonly session: Session;
  readonly basket: Basket;
  readonly toasts: { show(toast: Toast): void };
  readonly site: {
    readonly name: string;
    /** Scheme and host of the site, without a slash at the end: canonical addresses start with it. */
    readonly origin: string;
  };
}
