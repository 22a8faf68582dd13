import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { createHost } from '../../../src/host';
import { App } from '../../../src/router/app';
import { markAlive } from './mark-alive';
import { type PageSource, pages } from './pages';

/** Renders the pages into an empty document, as an ordinary single-page application does. */
export function start(sources: readonly PageSource[]): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root.');
  const { host, toasts, start: startHost } = createHost();
  startHost();
  const router = createBrowserRouter(pages(host, toasts, sources));
  markAlive(router);
  createRoot(root).render(
    <App host={host}>
      <RouterProvider router={router} />
    </App>,
  );
}
