import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router-dom';
import { ErrorScreen, PageFailure } from '../layout/error-screen';
import { RemoteUnavailable } from '../remotes/remotes';

/** Stands in for a page whose code, data or drawing failed, inside a shell that lives on. */
export function RouteFailure({ remoteName }: { readonly remoteName?: string }) {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  if (isRouteErrorResponse(error)) return <ErrorScreen />;

  /** Code that threw while it was evaluated stays half-made in the page; only a new page is rid of it. */
  function retry() {
    if (error instanceof RemoteUnavailable && isEvaluationError(error.cause)) location.reload();
    else void revalidate();
  }

  return <PageFailure {...(remoteName ? { remoteName } : {})} onRetry={retry} />;
}

function isEvaluationError(cause: unknown): boolean {
  return !(
    cause instanceof Error && /ScriptNetworkError|ChunkLoadError/.test(`${cause.name} ${cause.message}`)
  );
}
