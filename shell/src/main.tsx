import type { SessionStatus } from '@isa/contract';
import '@isa/contract/router';
import { overlayWanted } from './development/overlay/wanted';
import { createHost } from './host';
import { prefetchLinks } from './prefetch/prefetch-links';
import { readRegistry } from '../formats/inlined-registry';
import { menuOf } from './remotes/kept-releases';
import { liveOutlines } from '../formats/registry';
import { startRemotes } from './remotes/start';
import { readComposedPage } from '../formats/page-data';
import { drawFirstPage } from './router/first-page';
import { startTelemetry } from './telemetry/start';

async function start() {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page was composed without a root.');

  const { host, toasts, start: lookAtPage } = createHost();
  lookAtPage();
  const inlined = readRegistry(document);
  const telemetry = startTelemetry(window, inlined);
  const { remotes, follow } = await startRemotes(window, inlined, telemetry);
  const before = host.session.store.getState().status;
  const router = await drawFirstPage({
    root,
    host,
    toasts,
    remotes,
    composed: readComposedPage(document),
    composedMenu: menuOf(liveOutlines(inlined)),
  });
  follow(router);
  telemetry.follow(router, remotes);
  prefetchLinks({ page: window, router, session: host.session, remotes });

  // A page that only customers may see is left as soon as the session ends.
  const leave = (status: SessionStatus, earlier: SessionStatus) => {
    if (status === 'out' && earlier !== 'out') void router.revalidate();
  };
  leave(host.session.store.getState().status, before);
  host.session.store.subscribe(({ status }, earlier) => leave(status, earlier.status));

  // A prerendered page looks the same before: whoever tests or watches the site can see from when on it answers.
  document.documentElement.dataset.isaAlive = '';

  if (overlayWanted(window)) {
    const { showOverlay } = await import('./development/overlay');
    const { revision, shell } = inlined.registry;
    showOverlay(() => ({
      shellVersion: shell.live,
      revision,
      releases: remotes.releases,
      inUse: remotes.inUse,
    }));
  }
}

void start();
