import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { ErrorScreen, PageFailure } from '../layout/error-screen';
import { isLoadingError } from '../remotes/loading-error';
import { RemoteUnavailable } from '../remotes/remotes';

interface RouteFailureProps {
  readonly remoteName?: string;
  /** Clears the way for another attempt. */
  readonly forgetFailures: () => Promise<void>;
}

/** Stands in for a page whose code, data or drawing failed, inside a shell that lives on. */
export function RouteFailure({ remoteName, forgetFailures }: RouteFailureProps) {
  const error = useRouteError();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => reportError(error), [error]);
  if (isRouteErrorResponse(error)) return <ErrorScreen />;

  async function retry() {
    // Code that threw while it was evaluated stays half-made in the page; only a new page is rid of it.
    if (error instanceof RemoteUnavailable && !isLoadingError(error.cause)) return window.location.reload();
    await forgetFailures();
    // A navigation to the same place, because a quick revalidation does not reset what threw while rendering.
    await navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true });
  }

  return <PageFailure {...(remoteName ? { remoteName } : {})} onRetry={retry} />;
}
