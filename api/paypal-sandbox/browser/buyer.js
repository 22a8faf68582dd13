/* global window, document */
/** Tells the shop's page what the buyer decided, and nobody else: the message names its one addressee. */
const outcome = document.querySelector('[data-result]');
if (outcome) {
  const { result, origin } = outcome.dataset;
  const tell = () => {
    if (window.opener && origin) window.opener.postMessage(JSON.parse(result), origin);
  };
  tell();
  outcome.querySelector('[data-close]').addEventListener('click', () => {
    tell();
    window.close();
  });
}

/** Choosing a sample buyer fills in the address, unless somebody typed another one. */
const email = document.querySelector('input[name="email"]');
for (const choice of document.querySelectorAll('input[name="buyer"][data-email]')) {
  choice.addEventListener('change', () => {
    const samples = [...document.querySelectorAll('[data-email]')].map((sample) => sample.dataset.email);
    if (samples.includes(email.value)) email.value = choice.dataset.email;
  });
}

const wrong = document.querySelector('[aria-invalid="true"]');
if (wrong) wrong.focus();

/** One click is one payment. */
for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', () => {
    const button = form.querySelector('button[type="submit"]');
    button.setAttribute('aria-busy', 'true');
    window.setTimeout(() => (button.disabled = true));
  });
}
