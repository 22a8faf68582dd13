import { Alert } from './alert';

/** Tells visitors whose browser runs no scripts that this page needs them. */
export function NeedsScripts() {
  return (
    <noscript>
      <Alert tone="info" title="This page needs JavaScript">
        It shows what is yours alone, such as your cart, your account and your lessons. Everything else on
        this site can be read without it.
      </Alert>
    </noscript>
  );
}
