import { readFile } from 'node:fs/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { installedChromium } from '../../tools/programs';
import { type BrowserPage, browserPage } from './browser-start';
import { withoutSite } from './site-environment';

/** Milliseconds until a page shows its content; a busy machine needs some seconds. */
const TIMEOUT = 20_000;

/** Keeps the first cause of each error: the shell reports a remote's as the cause of its own. */
const COLLECT_ERRORS = `
  window.startErrors = [];
  addEventListener('error', ({ error, message }) => {
    let first = error;
    while (first instanceof Error && first.cause) first = first.cause;
    window.startErrors.push(first instanceof Error ? first.message : message);
  });`;

/** By the protocol of Module Federation's containers, which the shell has initialised. */
const loadRemote = ({
  name,
  globalName,
}: {
  readonly name: string;
  readonly globalName: string;
}) => `(async () => {
  const container = window[${JSON.stringify(globalName)}];
  if (!container) return 'its entry script does not define ${globalName}';
  try {
    const exposed = (await container.get('./remote'))();
    return exposed.default?.name === ${JSON.stringify(name)} ? null : 'it exposes no remote of its name';
  } catch (error) {
    return String(error.message);
  }
})()`;

/** Shows a page in Chromium. @returns why the release did not start, or why that is unknown. */
async function start(page: BrowserPage): Promise<{ readonly problem?: string; readonly notRun?: string }> {
  const executablePath = installedChromium();
  if (!executablePath) return { notRun: 'no Chromium on this machine' };
  let browser: Browser;
  try {
    browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND'],
      env: withoutSite(process.env),
    });
  } catch (error) {
    return { notRun: `Chromium does not start here: ${firstLine(error)}` };
  }
  try {
    const problem = await visit(page, await browser.newPage());
    return problem === undefined ? {} : { problem };
  } finally {
    await browser.close();
  }
}

async function visit({ url, html, headers, scripts, remote }: BrowserPage, tab: Page) {
  await tab.addInitScript(COLLECT_ERRORS);
  await tab.route('**/*', (route) => {
    const address = route.request().url();
    if (address === url) return route.fulfill({ contentType: 'text/html', headers, body: html });
    const file = scripts[address];
    if (file === undefined) return route.fulfill({ status: 404 });
    const cors = { 'access-control-allow-origin': '*' };
    return route.fulfill({ contentType: 'text/javascript', headers: cors, path: file });
  });
  await tab.goto(url, { waitUntil: 'commit' });
  // The shell is ready when it says so, and has tried to load a remote when its page or the failure has a heading.
  const sign = tab.locator(remote ? 'h1' : 'html[data-isa-alive]').first();
  const isShown = await sign.waitFor({ state: 'attached', timeout: TIMEOUT }).then(
    () => true,
    () => false,
  );
  const failure = isShown
    ? remote && (await tab.evaluate<string | null>(loadRemote(remote)))
    : `its page shows nothing within ${TIMEOUT / 1000} seconds`;
  if (!failure) return undefined;
  // The shell reports the error right after it shows the failure.
  await tab
    .waitForFunction('window.startErrors.length > 0', undefined, { timeout: 1_000 })
    .catch(() => undefined);
  const [error] = await tab.evaluate<readonly string[]>('window.startErrors');
  return error ?? failure;
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}

const [file = ''] = process.argv.slice(2);
void readFile(file, 'utf8')
  .then((text) => start(browserPage.parse(JSON.parse(text))))
  .then((outcome) => process.stdout.write(JSON.stringify(outcome)));
