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
