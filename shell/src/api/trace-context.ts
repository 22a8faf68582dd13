import type { DataRouter } from 'react-router-dom';

/**
 * Names the navigation for the API's traces. The browser records nothing itself, hence the flags `00`;
 * source: https://www.w3.org/TR/trace-context/#traceparent-header.
 */
export function createTraceContext() {
  let trace = randomHex(16);
  return {
    header: () => `00-${trace}-${randomHex(8)}-00`,
    /** Begins a new trace with each navigation. The first one belongs to the document. */
    follow(router: Pick<DataRouter, 'subscribe'>): void {
      let begun: string | undefined;
      router.subscribe(({ navigation: { location } }) => {
        if (!location || location.key === begun) return;
        begun = location.key;
        trace = randomHex(16);
      });
    },
  };
}

function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
