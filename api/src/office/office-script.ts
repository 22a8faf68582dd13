/**
 * The only script of the office. Every page works without it, except for passkeys: it asks for passkeys (Web
 * Authentication §5.1: options and results as JSON), and chooses all rows of a list at once.
 */
export const OFFICE_SCRIPT = `
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
for (const all of document.querySelectorAll('[data-choose-all]')) {
  const boxes = [...all.closest('form').querySelectorAll('input[type=checkbox]:not([data-choose-all])')];
  const show = () => {
    const chosen = boxes.filter(({ checked }) => checked).length;
    all.checked = chosen === boxes.length;
    all.indeterminate = chosen > 0 && chosen < boxes.length;
  };
  all.closest('[hidden]').hidden = false;
  all.addEventListener('change', () => { for (const box of boxes) box.checked = all.checked; });
  for (const box of boxes) box.addEventListener('change', show);
  // A browser that goes back restores the boxes.
  addEventListener('pageshow', show);
}
`;
