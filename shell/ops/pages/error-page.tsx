import { Frame } from './document';
import { Button, ErrorNotice, HiddenFields } from './elements';
import { actionLabel } from './labels';
import type { OperatorSession } from './operator-session';
import { formFields, type ReleaseAction } from './release-action';

interface ErrorPageProps {
  readonly error: string;
  readonly session: OperatorSession | undefined;
  /**
   * The rejected action. A promotion can be repeated without its check, for urgent fixes, and a remote retired in spite of
   * links to it.
   */
  readonly action: ReleaseAction | undefined;
}

const IGNORE = {
  promote: {
    label: 'Ignore the check',
    button: 'If a check rejected it: ignore the check and give a reason…',
  },
  retire: {
    label: 'Ignore the links',
    button: 'If links rejected it: ignore the links and give a reason…',
  },
} as const;

/** Shows why a request was rejected. */
export function ErrorPage({ error, session, action }: ErrorPageProps) {
  return (
    <Frame session={session}>
      <h1>{action ? `${actionLabel(action)}?` : 'The request was rejected'}</h1>
      <ErrorNotice message={error} />
      {action && 'force' in action && !action.force && (
        <form action="/ops/releases/confirm" aria-label={IGNORE[action.kind].label}>
          <HiddenFields fields={formFields({ ...action, force: true })} />
          <Button $secondary>{IGNORE[action.kind].button}</Button>
        </form>
      )}
      <p>
        <a href="/ops/releases">Back to the releases</a>
      </p>
    </Frame>
  );
}
