import type { SessionStatus } from '@isa/contract';
import { readRegistry } from '../platform/formats/inlined-registry';
import { readPrerenderedPage } from '../platform/formats/page-data';
import { liveNavigation } from '../platform/formats/registry';
import { keepEnterForInputMethod } from './browser/input-method';
import { nextTask } from './browser/next-task';
import { createHost } from './host';
import { prefetchLinks } from './prefetch/prefetch-links';
import type { SharedModules } from './remotes/federation';
import { menuOf } from './remotes/navigation';
import { startRemotes } from './remotes/start';
import { renderFirstPage } from './router/first-page';
import { startTelemetry } from './telemetry/start';

const PREVIEW_REFUSED = 'The preview link is not valid, or has expired. You see the site as everybody does.';

export async function start(shared: SharedModules): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element with the id "root".');

  const inlined = readRegistry(document);
  const { host, trace, start: startHost } = createHost(inlined);
  startHost();
  keepEnterForInputMethod(window);
  const telemetry = startTelemetry(window, inlined);
  const { remotes, follow, showStaffBar, isPreview, isPreviewRefused } = await startRemotes(
    window,
    inlined,
    shared,
    telemetry,
  );
  if (showStaffBar) telemetry.silence();
  const before = host.session.store.getState().status;
  if (isPreviewRefused) host.toasts.show({ tone: 'error', text: PREVIEW_REFUSED });
  await nextTask();
  const router = await renderFirstPage({
    root,
    host,
    remotes,
    isPreview,
    prerendered: readPrerenderedPage(document),
    builtMenu: menuOf(liveNavigation(inlined)),
  });
  await nextTask();
  follow(router);
  trace.follow(router);
  telemetry.follow(router, remotes);
  prefetchLinks({ router, session: host.session, remotes });

  // The loaders redirect from pages for customers as soon as the session ends.
  const revalidateOnLogOut = (status: SessionStatus, earlier: SessionStatus) => {
    if (status === 'out' && earlier !== 'out') void router.revalidate();
  };
  revalidateOnLogOut(host.session.store.getState().status, before);
  host.session.store.subscribe(({ status }, earlier) => revalidateOnLogOut(status, earlier.status));

  // Tests and measurements read that the page is interactive, because a prerendered page looks the same before.
  document.documentElement.dataset.isaAlive = '';
  performance.mark('isa-alive');

  void showStaffBar?.();
}
