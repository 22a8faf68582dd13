import { Frame } from './document';
import { Button, ErrorNotice, Field, FormColumn, Input } from './elements';

/** @param error why the last attempt failed. */
export function LoginPage({ error, who = '' }: { readonly error?: string; readonly who?: string }) {
  return (
    <Frame>
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
    </Frame>
  );
}
