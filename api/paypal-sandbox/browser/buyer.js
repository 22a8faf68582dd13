/* global window, document */
/** Posts the buyer's decision to the origin of the shop's page only. */
const resultElement = document.querySelector('[data-result]');
if (resultElement) {
  const { result, origin } = resultElement.dataset;
  const postResult = () => {
    if (window.opener && origin) window.opener.postMessage(JSON.parse(result), origin);
  };
  postResult();
  resultElement.querySelector('[data-close]').addEventListener('click', () => {
    postResult();
    window.close();
  });
}

/** Choosing a sample buyer fills in the e-mail address, unless the visitor has entered another one. */
const email = document.querySelector('input[name="email"]');
for (const choice of document.querySelectorAll('input[name="buyer"][data-email]')) {
  choice.addEventListener('change', () => {
    const samples = [...document.querySelectorAll('[data-email]')].map((sample) => sample.dataset.email);
    if (samples.includes(email.value)) email.value = choice.dataset.email;
  });
}

const invalid = document.querySelector('[aria-invalid="true"]');
if (invalid) invalid.focus();

/** Disables the button after the first click, so that a form is submitted once. */
for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', () => {
    const button = form.querySelector('button[type="submit"]');
    button.setAttribute('aria-busy', 'true');
    window.setTimeout(() => (button.disabled = true));
  });
}
