/// <reference types="webpack/module" />
// React renders a failed page anew only if it has refreshed components before: a page that was opened with the error stays so.
let hasFailed = false;

addEventListener('error', () => {
  hasFailed = true;
});
import.meta.webpackHot?.addStatusHandler((status: string) => {
  if (hasFailed && status === 'apply') window.location.reload();
});
