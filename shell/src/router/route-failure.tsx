import { useNavigate } from '@isa/contract/router';
import { useEffect, useEffectEvent, useState } from 'react';
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router-dom';
import { ErrorScreen, PageFailure } from '../layout/error-screen';
import { isReleaseFailure, RemoteUnavailable, type Remotes } from '../remotes/remotes';
import { PageSkeleton } from './page-skeleton';
import { PrerenderedPage, prerenderedHtml } from './prerendered-page';

interface RouteFailureProps {
  /** Absent for the shell's own pages. */
  readonly remote?: string;
  readonly remotes: Pick<Remotes, 'refetchScripts' | 'addRenderError' | 'canOpenDocument' | 'openDocument'>;
}

/**
 * Replaces a page whose code, data or rendering failed; the rest of the shell stays interactive. Before it shows a card, it
 * loads the page's document, which may have the page as HTML.
 */
export function RouteFailure({ remote, remotes }: RouteFailureProps) {
  const error = useRouteError();
  const location = useLocation();
  const { pathname, search, hash } = location;
  const navigate = useNavigate();
  const [triedFor, setTriedFor] = useState<unknown>();
  const needsDocument =
    remote !== undefined &&
    triedFor !== error &&
    isReleaseFailure(error) &&
    remotes.canOpenDocument(location);

  async function prepareRetry() {
    // Code that threw while it was evaluated cannot run again in this document.
    if (error instanceof RemoteUnavailable && !error.canBeRetried) return window.location.reload();
    await remotes.refetchScripts();
  }

  async function retry() {
    await prepareRetry();
    // Only a navigation resets the error boundary of a page that threw while rendering; a revalidation does not.
    await navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true });
  }

  const report = useEffectEvent((reason: unknown) => {
    const hasFallback = remote !== undefined && remotes.addRenderError(remote, reason);
    reportError(reason);
    if (hasFallback) void retry();
    else if (needsDocument) void remotes.openDocument(location).then(() => setTriedFor(reason));
  });
  useEffect(() => report(error), [error]);

  if (isRouteErrorResponse(error)) return <ErrorScreen />;
  // Also while another release replaces the failed one.
  if (remote !== undefined && prerenderedHtml(remote, location)) {
    return <PrerenderedPage remote={remote} fetchCode={prepareRetry} />;
  }
  if (needsDocument) return <PageSkeleton tone="paper" />;
  return <PageFailure {...(remote ? { remoteName: remote } : {})} onRetry={retry} />;
}
