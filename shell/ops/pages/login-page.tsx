/** @jsxRuntime automatic */
/** @jsxImportSource react */
import { Frame } from './document';
import { Button, Column, Field, Input, Notice } from './parts';

/** @param refusal why the last attempt failed. */
export function LoginPage({ refusal, who = '' }: { readonly refusal?: string; readonly who?: string }) {
  return (
    <Frame>
      <h1>Releases</h1>
      {refusal && (
        <Notice $tone="error" role="alert">
          {refusal}
        </Notice>
      )}
      <Column method="post" action="/ops/login" aria-label="Log in">
        <Field>
          Your name, for the history
          <Input name="who" autoComplete="username" required maxLength={60} defaultValue={who} />
        </Field>
        <Field>
          Operators’ token
          <Input name="token" type="password" autoComplete="current-password" required maxLength={200} />
        </Field>
        <Button>Log in</Button>
      </Column>
    </Frame>
  );
}
