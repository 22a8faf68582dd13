import { describeChange, type RegistryChange } from '../../formats/history';
import type { PreviewLink } from '../../release/preview';
import { PageLayout } from './document';
import { Button, ErrorNotice, Field, FormColumn, HiddenFields, Input } from './elements';
import { actionLabel, timeLabel } from './labels';
import type { OperatorSession } from './operator-session';
import { formFields, needsReason, type ReleaseAction } from './release-action';

/** @param error why the last attempt failed. */
export function LoginPage({ error, who = '' }: { readonly error?: string; readonly who?: string }) {
  return (
    <PageLayout>
      <h1>Releases</h1>
      {error && <ErrorNotice message={error} />}
      <FormColumn as="form" method="post" action="/ops/login" aria-label="Log in">
        <Field>
          Your name, for the history
          <Input name="who" autoComplete="username" required maxLength={60} defaultValue={who} />
        </Field>
        <Field>
          Operators’ token
          <Input name="token" type="password" autoComplete="current-password" required maxLength={200} />
        </Field>
        <Button>Log in</Button>
      </FormColumn>
    </PageLayout>
  );
}

interface ConfirmPageProps {
  readonly session: OperatorSession;
  readonly action: ReleaseAction;
  readonly changes: readonly RegistryChange[];
  /** The registry's revision to which the changes apply. */
  readonly revision: number;
}

export function ConfirmPage({ session, action, changes, revision }: ConfirmPageProps) {
  const reasonRequired = needsReason(action);
  return (
    <PageLayout session={session}>
      <h1>{actionLabel(action)}?</h1>
      <ul>
        {changes.map((change) => (
          <li key={change.app}>Afterwards {describeChange(change)}.</li>
        ))}
      </ul>
      <FormColumn as="form" method="post" action="/ops/releases" aria-label="Confirm">
        <HiddenFields fields={{ ...formFields(action), revision: String(revision) }} />
        <Field>
          {reasonRequired ? 'Reason' : 'Reason (optional)'}
          <Input name="why" required={reasonRequired} maxLength={300} />
        </Field>
        <Button>{actionLabel(action)}</Button>
      </FormColumn>
      <p>
        <a href="/ops/releases">Cancel</a>
      </p>
    </PageLayout>
  );
}

interface PreviewPageProps {
  readonly session: OperatorSession;
  readonly release: string;
  readonly link: PreviewLink;
}

export function PreviewPage({ session, release, link: { url, expires } }: PreviewPageProps) {
  return (
    <PageLayout session={session}>
      <h1>Preview of {release}</h1>
      <p>
        Anybody who opens this link sees {release} in that browser tab until{' '}
        <time dateTime={expires}>{timeLabel(expires)}</time>. Nobody is or can be logged in there, everybody
        else sees the released site, and telemetry ignores the preview. The link cannot be withdrawn.
      </p>
      <FormColumn>
        <Field>
          Link
          <Input readOnly value={url} />
        </Field>
        <a href={url}>Open the preview</a>
      </FormColumn>
      <p>
        <a href="/ops/releases">All releases</a>
      </p>
    </PageLayout>
  );
}

interface ErrorPageProps {
  readonly error: string;
  readonly session: OperatorSession | undefined;
  /** A promotion can be repeated without its check, for urgent fixes, a retirement in spite of links. */
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

export function ErrorPage({ error, session, action }: ErrorPageProps) {
  return (
    <PageLayout session={session}>
      <h1>{action ? `${actionLabel(action)}?` : 'The request was rejected'}</h1>
      <ErrorNotice message={error} />
      {action && 'force' in action && !action.force && (
        <form method="post" action="/ops/releases/confirm" aria-label={IGNORE[action.kind].label}>
          <HiddenFields fields={formFields({ ...action, force: true })} />
          <Button $secondary>{IGNORE[action.kind].button}</Button>
        </form>
      )}
      <p>
        <a href="/ops/releases">Back to the releases</a>
      </p>
    </PageLayout>
  );
}
