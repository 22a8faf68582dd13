import { z } from 'zod';
import type { CreationOptions, RequestOptions } from '../features/accounts/passkey-ceremonies';
import { html, type Html } from '../http/html';

/** The second button of a form submits a passkey. Without scripts or support it stays hidden. */
export function passkeyButton(options: CreationOptions | RequestOptions, label: string): Html {
  return html`<input type="hidden" name="passkey" />
    <button
      type="submit"
      class="${'user' in options ? '' : 'plain'}"
      hidden
      data-passkey="${JSON.stringify(options)}"
    >
      ${label}
    </button>
    <p class="error" role="alert" hidden data-passkey-message></p>`;
}

const MISSING = 'The browser sent no passkey.';

export function passkeyField<S extends z.ZodType>(schema: S) {
  return z
    .string(MISSING)
    .max(60_000)
    .transform((text, ctx): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        ctx.addIssue(MISSING);
        return z.NEVER;
      }
    })
    .pipe(schema);
}

/** Web Authentication §5.1: options and results as JSON. */
export const PASSKEY_SCRIPT = `
const isSupported =
  globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON && globalThis.PublicKeyCredential.prototype.toJSON;
for (const button of document.querySelectorAll('[data-passkey]')) {
  const { form } = button;
  const field = form.elements.namedItem('passkey');
  const message = form.querySelector('[data-passkey-message]');
  const options = JSON.parse(button.dataset.passkey);
  const show = (text) => {
    message.textContent = text;
    message.hidden = text === '';
  };
  button.hidden = !isSupported;
  if (!isSupported && 'user' in options) show('This browser cannot create passkeys.');
  form.addEventListener('submit', async (event) => {
    if (event.submitter !== button || field.value !== '') return;
    event.preventDefault();
    show('');
    button.disabled = true;
    try {
      const credential = 'user' in options
        ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
        : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
      field.value = JSON.stringify(credential);
      button.disabled = false;
      form.requestSubmit(button);
    } catch (error) {
      button.disabled = false;
      show(
        error.name === 'InvalidStateError' ? 'This device has a passkey for your account already.'
        : error.name === 'NotAllowedError' ? 'No passkey was used. Please try again.'
        : 'That did not work: ' + error.message,
      );
    }
  });
}
// A page that the browser kept would send the same passkey again.
addEventListener('pageshow', ({ persisted }) => { if (persisted) location.reload(); });
`;
