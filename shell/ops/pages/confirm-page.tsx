import { describeChange, type Change } from '../../formats/history';
import { Frame } from './document';
import { Button, Field, FormColumn, HiddenFields, Input } from './elements';
import { actionLabel } from './labels';
import type { OperatorSession } from './operator-session';
import { formFields, needsReason, type ReleaseAction } from './release-action';

interface ConfirmPageProps {
  readonly session: OperatorSession;
  readonly action: ReleaseAction;
  readonly changes: readonly Change[];
  /** The registry's revision to which the changes apply. */
  readonly revision: number;
}

/** Shows the changes of an action and requests a reason before it is performed. */
export function ConfirmPage({ session, action, changes, revision }: ConfirmPageProps) {
  const reasonRequired = needsReason(action);
  return (
    <Frame session={session}>
      <h1>{actionLabel(action)}?</h1>
      <ul>
        {changes.map((change) => (
          <li key={change.part}>Afterwards {describeChange(change)}.</li>
        ))}
      </ul>
      <FormColumn as="form" method="post" action="/ops/releases" aria-label="Confirm">
        <HiddenFields fields={{ ...formFields(action), revision: String(revision), proof: session.proof }} />
        <Field>
          {reasonRequired ? 'Reason' : 'Reason (optional)'}
          <Input name="why" required={reasonRequired} maxLength={300} />
        </Field>
        <Button>{actionLabel(action)}</Button>
      </FormColumn>
      <p>
        <a href="/ops/releases">Cancel</a>
      </p>
    </Frame>
  );
}
