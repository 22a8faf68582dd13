import { MAX_UPLOAD_BYTES, PIECE_BYTES } from './uploads/uploads';

/** The parameter of the page that a form leads to. */
export const DONE = 'done';

/**
 * The only script of the office. Every page works without it, except for passkeys and uploads: it asks for passkeys (Web
 * Authentication §5.1: options and results as JSON), sends files in pieces before the form that uses them, chooses all
 * rows of a list at once, keeps previews up to date, and keeps what was typed into a long form until it is saved.
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
const PIECE = ${PIECE_BYTES};
const MAX_BYTES = ${MAX_UPLOAD_BYTES};
const REFUSED = {
  0: 'Your session has ended. Log in in another tab, then press the button again.',
  413: 'The file is too large, or the disk is full.',
};
async function sendFile(blob, sent, signal, progress) {
  for (let tries = 0; sent.at < blob.size;) {
    const response = await fetch('/uploads/' + sent.id + '?at=' + sent.at, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: blob.slice(sent.at, sent.at + PIECE),
      redirect: 'manual',
      signal,
    }).catch((error) => { if (signal.aborted) throw error; });
    if (response?.status === 204) {
      sent.at += PIECE;
      tries = 0;
      progress.value = Math.min(1, sent.at / blob.size);
      continue;
    }
    if (response && response.status < 500) throw new Error(REFUSED[response.status] ?? 'The file was refused. Choose it again.');
    tries += 1;
    if (tries > 30) throw new Error('The connection was lost. Press the button again to go on.');
    await new Promise((done) => setTimeout(done, Math.min(10_000, 250 * 2 ** tries)));
  }
}
async function toPicture(file) {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('This browser cannot read that picture. Save it as JPEG or PNG first.');
  });
  const scale = Math.min(1, 1280 / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, 'image/jpeg', 0.82));
}
for (const box of document.querySelectorAll('[data-upload]')) {
  const [hidden, input] = box.querySelectorAll('input');
  const { form } = input;
  const [preview, message, progress, stop] = ['.preview', '[role=status]', 'progress', 'button'].map((name) => box.querySelector(name));
  let sent, running;
  box.hidden = false;
  input.addEventListener('change', () => {
    hidden.value = message.textContent = '';
    sent = undefined;
    const [file] = input.files;
    const kind = file && /^(image|video)\\//.exec(file.type)?.[1];
    const shown = kind && document.createElement(kind === 'image' ? 'img' : 'video');
    if (shown) {
      shown.src = URL.createObjectURL(file);
      shown.controls = true;
      shown.alt = 'What you have chosen';
    }
    preview.replaceChildren(...(shown ? [shown] : []));
  });
  stop.addEventListener('click', () => running?.abort());
  addEventListener('beforeunload', (event) => { if (running) event.preventDefault(); });
  form.addEventListener('submit', async (event) => {
    const [file] = input.files;
    if (!file || hidden.value !== '') return;
    event.preventDefault();
    if (running) return;
    running = new AbortController();
    message.textContent = '';
    progress.hidden = stop.hidden = false;
    try {
      if (file.size > MAX_BYTES) throw new Error('The file is larger than 4 GB. Save it with a lower bit rate first.');
      sent ??= { id: crypto.randomUUID(), at: 0, blob: box.dataset.upload === 'picture' ? await toPicture(file) : file };
      await sendFile(sent.blob, sent, running.signal, progress);
      hidden.value = sent.id;
    } catch (error) {
      message.textContent = running.signal.aborted ? 'Stopped. Press the button again to go on.' : error.message;
    }
    running = undefined;
    progress.hidden = stop.hidden = true;
    if (hidden.value !== '') form.requestSubmit(event.submitter);
  });
}
for (const all of document.querySelectorAll('[data-choose-all]')) {
  const form = all.closest('form');
  const boxes = [...form.querySelectorAll('input[type=checkbox]:not([data-choose-all])')];
  const count = form.querySelector('#selected');
  const buttons = form.querySelectorAll('button');
  const show = () => {
    const chosen = boxes.filter(({ checked }) => checked).length;
    all.checked = chosen === boxes.length;
    all.indeterminate = chosen > 0 && chosen < boxes.length;
    count.textContent = chosen === 0 ? 'No order selected' : chosen + ' selected';
    for (const button of buttons) button.disabled = chosen === 0;
  };
  all.closest('[hidden]').hidden = count.hidden = false;
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked;
    show();
  });
  for (const box of boxes) box.addEventListener('change', show);
  // A browser that goes back restores the boxes.
  addEventListener('pageshow', show);
}
for (const preview of document.querySelectorAll('[data-preview]')) {
  const part = preview.closest('.part');
  let timer, asked;
  part.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      asked?.abort();
      asked = new AbortController();
      const { signal } = asked;
      try {
        const init = { method: 'POST', body: new URLSearchParams(new FormData(part.form)), redirect: 'manual', signal };
        const response = await fetch(preview.dataset.preview, init);
        if (!response.ok) throw new Error();
        preview.innerHTML = await response.text();
        delete preview.dataset.outdated;
      } catch {
        if (!signal.aborted) preview.dataset.outdated = '';
      }
    }, 250);
  });
}
// A connection that is lost while the browser submits the form, a reload, and Back lose nothing: the tab remembers the fields
// until an answer says that they are saved. The key goes with them, so that what has arrived already is not done twice.
const SENT = 'sent';
if (location.search === '?${DONE}') {
  sessionStorage.removeItem(sessionStorage.getItem(SENT) ?? '');
  sessionStorage.removeItem(SENT);
  // Back and a reload say nothing about what is typed from now on.
  history.replaceState(null, '', location.pathname);
} else {
  // What was sent has not been saved, so that another form's success must not discard it.
  sessionStorage.removeItem(SENT);
}
for (const form of document.querySelectorAll('form.panel:has(textarea)')) {
  const place = form.elements.writer.value + ' ' + location.pathname;
  const fields = [...form.elements].filter(({ name, type }) => name && !/^(?:writer|password|passkey|code|upload)$/.test(name));
  const valueOf = (field) => (/^(?:checkbox|radio)$/.test(field.type) ? field.checked : field.value);
  const now = () => JSON.stringify(fields.map((field) => [field.name, valueOf(field)]));
  const typed = JSON.parse(sessionStorage.getItem(place) ?? '[]');
  const isSame = typed.length === fields.length && fields.every(({ name }, at) => typed[at][0] === name);
  const texts = (list) => JSON.stringify(list.filter(([name]) => name !== 'key' && name !== 'base'));
  // What the server shows again with an explanation is at least as new.
  if (isSame && !form.querySelector('[role=alert]') && texts(typed) !== texts(JSON.parse(now()))) {
    fields.forEach((field, at) => {
      if (typeof typed[at][1] === 'boolean') field.checked = typed[at][1];
      else field.value = typed[at][1];
    });
    const note = document.createElement('p');
    const discard = document.createElement('button');
    note.className = 'notice';
    note.setAttribute('role', 'status');
    note.textContent = 'What you typed here was not saved. It is back in the fields. ';
    discard.type = 'button';
    discard.className = 'plain';
    discard.textContent = 'Discard it';
    discard.addEventListener('click', () => {
      sessionStorage.removeItem(place);
      location.assign(location.pathname);
    });
    note.append(discard);
    form.prepend(note);
    for (const part of form.querySelectorAll('.part')) part.dispatchEvent(new Event('input'));
  }
  form.addEventListener('input', () => sessionStorage.setItem(place, now()));
  form.addEventListener('submit', () => sessionStorage.setItem(SENT, place));
}
`;
