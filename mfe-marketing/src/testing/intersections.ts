/**
 * Replaces IntersectionObserver, which jsdom lacks.
 * @returns brings all observed elements into view, or out of it
 */
export function fakeIntersections(): (isIntersecting: boolean) => void {
  const callbacks = new Set<(isIntersecting: boolean) => void>();
  globalThis.IntersectionObserver = class implements IntersectionObserver {
    readonly root = null;
    readonly rootMargin = '';
    readonly scrollMargin = '';
    readonly thresholds = [];
    readonly #notify: (isIntersecting: boolean) => void;

    constructor(callback: IntersectionObserverCallback) {
      this.#notify = (isIntersecting) => {
        const entries = [{ isIntersecting }] as unknown as IntersectionObserverEntry[];
        callback(entries, this);
      };
    }
    observe() {
      callbacks.add(this.#notify);
    }
    unobserve() {
      callbacks.delete(this.#notify);
    }
    disconnect() {
      callbacks.delete(this.#notify);
    }
    takeRecords() {
      return [];
    }
  };
  return (isIntersecting) => callbacks.forEach((notify) => notify(isIntersecting));
}
