/** @jsxRuntime automatic */
/** @jsxImportSource react */
import { Button, TextField } from '@isa/ui';
import { Frame } from './document';
import { Column, ErrorNotice } from './elements';

/** @param error why the last attempt failed. */
export function LoginPage({ error, who = '' }: { readonly error?: string; readonly who?: string }) {
  return (
    <Frame>
      <h1>Releases</h1>
      {error && <ErrorNotice message={error} />}
      <Column as="form" method="post" action="/ops/login" aria-label="Log in">
        <TextField
          label="Your name, for the history"
          name="who"
          autoComplete="username"
          required
          maxLength={60}
          defaultValue={who}
        />
        <TextField
          label="Operators’ token"
          name="token"
          type="password"
          autoComplete="current-password"
          required
          maxLength={200}
        />
        <Button>Log in</Button>
      </Column>
    </Frame>
  );
}
