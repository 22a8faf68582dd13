/* global window, document */
/** Posts the buyer's decision to the origin of the shop's page only. */
const resultElement = document.querySelector('[data-result]');
if (resultElement) {
  const { result, origin, closes } = resultElement.dataset;
  const postResult = () => {
    if (window.opener && origin) window.opener.postMessage(JSON.parse(result), origin);
  };
  if (closes === 'early') window.close();
  else postResult();
  resultElement.querySelector('[data-close]').addEventListener('click', () => {
    postResult();
    window.close();
  });
}

/** Disables the button after the first click, so that a form is submitted once. */
for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', ({ submitter }) => {
    window.setTimeout(() => (submitter.disabled = true));
  });
}
