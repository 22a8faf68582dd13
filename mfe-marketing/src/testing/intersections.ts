/**
 * jsdom has no IntersectionObserver. This one sees nothing until a test scrolls there: call the returned
 * function to bring everything that is observed into view, or out of it.
 */
export function fakeIntersections(): (isIntersecting: boolean) => void {
  const seers = new Set<(isIntersecting: boolean) => void>();
  globalThis.IntersectionObserver = class implements IntersectionObserver {
    readonly root = null;
    readonly rootMargin = '';
    readonly scrollMargin = '';
    readonly thresholds = [];
    readonly #see: (isIntersecting: boolean) => void;

    constructor(callback: IntersectionObserverCallback) {
      this.#see = (isIntersecting) => {
        const entries = [{ isIntersecting }] as unknown as IntersectionObserverEntry[];
        callback(entries, this);
      };
    }
    observe() {
      seers.add(this.#see);
    }
    unobserve() {
      seers.delete(this.#see);
    }
    disconnect() {
      seers.delete(this.#see);
    }
    takeRecords() {
      return [];
    }
  };
  return (isIntersecting) => seers.forEach((see) => see(isIntersecting));
}
