/** Calls back after the page has changed or scrolled, at most once per frame. @returns a function that stops it. */
export function watchPage(onChange: () => void): () => void {
  let frame = 0;
  const schedule = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(onChange);
  };
  const mutations = new MutationObserver(schedule);
  const application = document.getElementById('root');
  if (application) mutations.observe(application, { childList: true, subtree: true, attributes: true });
  const sizes = new ResizeObserver(schedule);
  sizes.observe(document.body);
  window.addEventListener('scroll', schedule, { passive: true });
  window.addEventListener('resize', schedule);
  schedule();
  return () => {
    cancelAnimationFrame(frame);
    mutations.disconnect();
    sizes.disconnect();
    window.removeEventListener('scroll', schedule);
    window.removeEventListener('resize', schedule);
  };
}
