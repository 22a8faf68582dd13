import { Frame } from './document';
import { Button, ErrorNotice, HiddenFields } from './elements';
import { actionLabel } from './labels';
import type { OperatorSession } from './operator-session';
import { formFields, type ReleaseAction } from './release-action';

interface ErrorPageProps {
  readonly error: string;
  readonly session: OperatorSession | undefined;
  /** The rejected action. A promotion can be repeated without its check, for urgent fixes. */
  readonly action: ReleaseAction | undefined;
}

/** Shows why a request was rejected. */
export function ErrorPage({ error, session, action }: ErrorPageProps) {
  return (
    <Frame session={session}>
      <h1>{action ? `${actionLabel(action)}?` : 'The request was rejected'}</h1>
      <ErrorNotice message={error} />
      {action?.kind === 'promote' && !action.force && (
        <form action="/ops/releases/confirm" aria-label="Ignore the check">
          <HiddenFields fields={formFields({ ...action, force: true })} />
          <Button $secondary>If a check rejected it: ignore the check and give a reason…</Button>
        </form>
      )}
      <p>
        <a href="/ops/releases">Back to the releases</a>
      </p>
    </Frame>
  );
}
