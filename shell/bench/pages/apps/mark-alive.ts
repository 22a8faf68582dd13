import type { createBrowserRouter } from 'react-router-dom';

/** Marks the moment when the first page is shown and its scripts have run, as this site's shell does. */
export function markAlive(router: ReturnType<typeof createBrowserRouter>): void {
  const mark = () => requestIdleCallback(() => performance.mark('isa-alive'));
  if (router.state.initialized) return void mark();
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    mark();
  });
}
