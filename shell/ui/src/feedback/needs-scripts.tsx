import { Alert } from './alert';

/**
 * Tells visitors whose browser runs no scripts that this page needs them. The prerendered HTML around it is only the page's
 * shape, so the shell does not keep it when the page's code fails to load (`data-needs-scripts`).
 */
export function NeedsScripts() {
  return (
    <noscript data-needs-scripts>
      <Alert tone="info" title="This page needs JavaScript">
        It shows what is yours alone, such as your cart, your account and your lessons. Everything else on
        this site can be read without it.
      </Alert>
    </noscript>
  );
}
