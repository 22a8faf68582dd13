import { useNavigate } from '@isa/contract/router';
import { useEffect, useEffectEvent } from 'react';
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router-dom';
import { ErrorScreen, PageFailure } from '../layout/error-screen';
import { RemoteUnavailable, type Remotes } from '../remotes/remotes';

interface RouteFailureProps {
  readonly remoteName?: string;
  readonly remotes: Pick<Remotes, 'forgetFailures' | 'threw'>;
}

/** Stands in for a page whose code, data or drawing failed, inside a shell that lives on. */
export function RouteFailure({ remoteName, remotes }: RouteFailureProps) {
  const error = useRouteError();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();

  async function retry() {
    // Code that threw while it was evaluated stays half-made in the page; only a new page is rid of it.
    if (error instanceof RemoteUnavailable && !error.canBeRetried) return window.location.reload();
    await remotes.forgetFailures();
    // A navigation to the same place, because a quick revalidation does not reset what threw while rendering.
    await navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true });
  }

  const failed = useEffectEvent((reason: unknown) => {
    const hasAnother = remoteName !== undefined && remotes.threw(remoteName, reason);
    reportError(reason);
    // Another release stands ready: nobody needs to ask for it.
    if (hasAnother) void retry();
  });
  useEffect(() => failed(error), [error]);

  if (isRouteErrorResponse(error)) return <ErrorScreen />;
  return <PageFailure {...(remoteName ? { remoteName } : {})} onRetry={retry} />;
}
