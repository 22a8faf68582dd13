import type { FormState } from '../../http/form-fields';
import { html, type Html } from '../../http/html';

export const UPLOAD_EXPIRED = 'The file has not arrived, or was sent more than a day ago. Choose it again.';

interface UploadField {
  readonly label: string;
  readonly accept: string;
  /** A picture becomes a JPEG of at most 1,280 pixels in the browser; anything else is sent as it is. */
  readonly kind: 'picture' | 'file';
  readonly hint: string;
}

/** A file that the office's script sends before it submits the form, whose field `upload` names it. */
export function uploadField({ values, errors }: FormState, { label, accept, kind, hint }: UploadField): Html {
  const error = errors['upload'];
  return html`<div class="field" data-upload="${kind}" hidden>
      <label for="file">${label}</label>
      <input type="hidden" name="upload" value="${error === undefined && values['upload']}" />
      <input
        id="file"
        type="file"
        accept="${accept}"
        aria-describedby="file-hint file-message"
        ${error !== undefined && html`aria-invalid="true"`}
      />
      <p class="hint" id="file-hint">${hint}</p>
      <div class="preview"></div>
      <progress max="1" value="0" aria-label="Sent" hidden></progress>
      <p class="error" id="file-message" role="status">${error}</p>
      <button type="button" class="plain" hidden>Stop</button>
    </div>
    <noscript><p>Sending files needs JavaScript.</p></noscript>`;
}
