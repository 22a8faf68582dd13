/** @jsxRuntime automatic */
/** @jsxImportSource react */
import { describeChange, type Change } from '../../store/registry-log';
import { Frame } from './document';
import type { OperatorSession } from './operator-session';
import { Button, Column, Field, Input, Notice } from './parts';
import { fieldsOf, needsReason, type ReleaseAction } from './release-action';
import { SignedIn } from './signed-in';
import { wordsOf } from './words';

interface ConfirmPageProps {
  readonly session: OperatorSession;
  readonly action: ReleaseAction;
  /** What would change. */
  readonly changes: readonly Change[];
  /** The revision that this is about. */
  readonly revision: number;
  /** Why it was refused. */
  readonly refusal?: string;
  readonly why?: string;
}

/** Says what an action would do, asks for the reason and does it only then. */
export function ConfirmPage({ session, action, changes, revision, refusal, why = '' }: ConfirmPageProps) {
  const asksWhy = needsReason(action);
  return (
    <Frame side={<SignedIn session={session} />}>
      <h1>{wordsOf(action)}?</h1>
      {refusal && (
        <Notice $tone="error" role="alert">
          {refusal}
        </Notice>
      )}
      {changes.length > 0 && (
        <ul>
          {changes.map((change) => (
            <li key={change.part}>Afterwards {describeChange(change)}.</li>
          ))}
        </ul>
      )}
      {!refusal && (
        <Column method="post" action="/ops/releases" aria-label="Confirm">
          {Object.entries({ ...fieldsOf(action), revision: String(revision), proof: session.proof }).map(
            ([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ),
          )}
          <Field>
            {asksWhy ? 'Reason' : 'Reason (optional)'}
            <Input name="why" required={asksWhy} maxLength={300} defaultValue={why} />
          </Field>
          <Button>{wordsOf(action)}</Button>
        </Column>
      )}
      {refusal && action.kind === 'promote' && !action.force && <InSpiteOfIt action={action} />}
      <p>
        <a href="/ops/releases">Back, and change nothing</a>
      </p>
    </Frame>
  );
}

/** At three in the morning the fix may have to go out before its check is green. */
function InSpiteOfIt({ action }: { readonly action: ReleaseAction }) {
  return (
    <form action="/ops/releases/confirm" aria-label="In spite of it">
      {Object.entries({ ...fieldsOf(action), force: 'yes' }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button $quiet>If a check stands in the way: set it aside, and say why…</Button>
    </form>
  );
}
