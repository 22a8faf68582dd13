/** A mouse that crosses a link on its way elsewhere is no intention, in milliseconds. */
export const DWELL_MILLISECONDS = 65;

interface LinkWatcher {
  /** Once for each link that comes into view. */
  seen(link: HTMLAnchorElement): void;
  /** Whenever a link is pointed at, touched or focused. */
  pointedAt(link: HTMLAnchorElement): void;
}

/**
 * Watches all links of a page, those of remotes and those that come later included, so that nobody has to
 * register any.
 */
export function watchLinks(page: Window & typeof globalThis, { seen, pointedAt }: LinkWatcher): void {
  const { document } = page;
  let dwelling: { readonly link: HTMLAnchorElement; readonly timer: number } | undefined;

  function leave() {
    if (dwelling) page.clearTimeout(dwelling.timer);
    dwelling = undefined;
  }

  document.addEventListener('pointerover', ({ target, pointerType }) => {
    const link = linkOf(target);
    if (pointerType !== 'mouse' || link === dwelling?.link) return;
    leave();
    if (link) dwelling = { link, timer: page.setTimeout(() => pointedAt(link), DWELL_MILLISECONDS) };
  });
  document.documentElement.addEventListener('pointerleave', leave);
  for (const event of ['pointerdown', 'focusin'] as const) {
    document.addEventListener(
      event,
      ({ target }) => {
        const link = linkOf(target);
        if (link) pointedAt(link);
      },
      { passive: true },
    );
  }

  watchView(page, seen);
}

function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
}

function watchView(page: Window & typeof globalThis, seen: LinkWatcher['seen']): void {
  if (!('IntersectionObserver' in page)) return;
  const { document } = page;
  const known = new WeakSet<Element>();
  const view = new page.IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLAnchorElement)) continue;
      view.unobserve(target);
      seen(target);
    }
  });

  let waiting = false;
  const look = () => {
    waiting = false;
    for (const link of document.querySelectorAll('a[href]')) {
      if (known.has(link)) continue;
      known.add(link);
      view.observe(link);
    }
  };
  const lookSoon = () => {
    if (waiting) return;
    waiting = true;
    whenIdle(page, look);
  };
  new page.MutationObserver(lookSoon).observe(document.body, { childList: true, subtree: true });
  lookSoon();
}

/** Runs when nothing else is to be done, or after two seconds; at once where the browser cannot tell. */
export function whenIdle(page: Window, run: () => void): void {
  const { requestIdleCallback }: Partial<Window> = page;
  if (requestIdleCallback) requestIdleCallback.call(page, run, { timeout: 2_000 });
  else page.setTimeout(run);
}
