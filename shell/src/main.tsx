import { HostProvider } from '@isa/contract';
import '@isa/contract/router';
import { GlobalStyle } from '@isa/ui';
import { fontFaces } from '@isa/ui/fonts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { createHost } from './host';
import { watchFailedScripts } from './remotes/failed-scripts';
import { createFederation } from './remotes/federation';
import { withOverride } from './remotes/override';
import { OverrideNotice } from './remotes/override-notice';
import { liveReleases, readRegistry } from './remotes/registry';
import { createRemotes } from './remotes/remotes';
import { createRouter } from './router/router';

async function start() {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page was composed without a root.');

  const { host, toasts, start: lookAtPage } = createHost();
  lookAtPage();
  const releases = await withOverride(liveReleases(readRegistry(document)), window);
  const overridden = releases.filter(({ slot }) => slot === 'override');
  const router = createRouter(
    host,
    toasts,
    createRemotes(releases, createFederation(), watchFailedScripts(window)),
  );

  // A page that only customers may see is left as soon as the session ends.
  host.session.store.subscribe(({ status }, before) => {
    if (status === 'out' && before.status !== 'out') void router.revalidate();
  });

  // The composed title gives way to that of the first page; of two, a browser shows the first.
  const composedTitle = document.head.querySelector('title');
  const forget = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    composedTitle?.remove();
    forget();
  });

  createRoot(root).render(
    <StrictMode>
      <HostProvider host={host}>
        <style href="isa-fonts" precedence="first">
          {fontFaces}
        </style>
        <GlobalStyle />
        <RouterProvider router={router} />
        <OverrideNotice remotes={overridden} />
      </HostProvider>
    </StrictMode>,
  );
}

void start();
