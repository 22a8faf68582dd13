import { readFile } from 'node:fs/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { installedChromium } from '../../../packages/node/programs';
import { messageOf } from '../../../packages/node/user-error';
import { type BrowserPage, browserPage } from './browser-start';
import { withoutSite } from '../../../packages/kit/pack/site-environment';

/** Milliseconds until a page shows its content; a busy machine needs some seconds. */
const TIMEOUT = 60_000;

/** The attribute of `<html>` with the result; empty after a success. The policy of pages forbids to evaluate text in them. */
const RESULT = 'data-start-result';
/** The attribute of `<html>` that says that the remote is evaluated and its other scripts are being loaded. */
const EVALUATED = 'data-start-evaluated';

/**
 * Shows the first result of evaluating the remote: a second evaluation succeeds. The entry script assigns the
 * container to a global variable (Module Federation). Runs before the page's scripts.
 */
const observeContainer = ({ name, globalName }: { readonly name: string; readonly globalName: string }) => `
  const finish = (result) => {
    const page = document.documentElement;
    if (!page.hasAttribute('${RESULT}')) page.setAttribute('${RESULT}', result);
  };
  const fail = (error) => { finish(String(error?.message ?? error)); throw error; };
  let container;
  Object.defineProperty(window, ${JSON.stringify(globalName)}, {
    get: () => container,
    set({ init, get }) {
      container = {
        init,
        async get(module) {
          const evaluate = await get(module).catch(fail);
          return () => {
            try {
              const exposed = evaluate();
              if (exposed.default?.name === ${JSON.stringify(name)}) {
                document.documentElement.setAttribute('${EVALUATED}', '');
                void findProblem().then(finish);
              } else finish('it exposes no remote of its name');
              return exposed;
            } catch (error) {
              fail(error);
            }
          };
        },
      };
    },
  });`;

/** The query of a script's address that is answered with other bytes. */
const ALTERED = '?altered';

/** Finds the first script of the remote that the shell refuses as it was signed, or does not refuse with other bytes. */
const loadChunks = (chunks: readonly string[]) => `
  const load = (src) => new Promise((resolve) => {
    const script = document.createElement('script');
    const finish = ({ type }) => resolve(type);
    Object.assign(script, { src, crossOrigin: 'anonymous', onload: finish, onerror: finish });
    document.head.append(script);
  });
  const findProblem = async () => {
    for (const chunk of ${JSON.stringify(chunks)}) {
      const name = chunk.split('/').at(-1);
      if (await load(chunk) !== 'load') return 'the shell refuses ' + name + ' as it was signed';
      if (await load(chunk + '${ALTERED}') !== 'error') return 'the shell runs ' + name + ' with other bytes';
    }
    return '';
  };`;

/** Shows a page in Chromium. @returns why the release did not start, or why that is unknown. */
async function start(page: BrowserPage): Promise<{ readonly problem?: string; readonly notRun?: string }> {
  const executablePath = installedChromium();
  if (!executablePath) return { notRun: 'no Chromium on this machine; install it, or set CHROMIUM_PATH' };
  let browser: Browser;
  try {
    browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND'],
      env: withoutSite(process.env),
    });
  } catch (error) {
    return { notRun: `Chromium does not start here: ${messageOf(error).split('\n')[0]}` };
  }
  try {
    const problem = await visit(page, await browser.newPage());
    return problem === undefined ? {} : { problem };
  } finally {
    await browser.close();
  }
}

async function visit({ url, html, headers, scripts, remote }: BrowserPage, tab: Page) {
  const errors: string[] = [];
  tab.on('pageerror', ({ message }) => errors.push(message));
  if (remote) await tab.addInitScript(`(() => {${loadChunks(remote.chunks)}${observeContainer(remote)}})();`);
  await tab.route('**/*', async (route) => {
    const address = route.request().url();
    if (address === url) return route.fulfill({ contentType: 'text/html', headers, body: html });
    const file = scripts[address.replace(ALTERED, '')];
    if (file === undefined) return route.fulfill({ status: 404 });
    const cors = { 'access-control-allow-origin': '*' };
    const body = `${await readFile(file, 'utf8')}${address.endsWith(ALTERED) ? ';' : ''}`;
    return route.fulfill({ contentType: 'text/javascript', headers: cors, body });
  });
  await tab.goto(url, { waitUntil: 'commit' });
  // The shell marks the document when it is ready. Without a result, its message that the page could not be
  // loaded has a heading.
  const sign = tab.locator(remote ? `html[${RESULT}], h1` : 'html[data-isa-alive]').first();
  const isShown = await sign.waitFor({ state: 'attached', timeout: TIMEOUT }).then(
    () => true,
    () => false,
  );
  if (!isShown) return errors[0] ?? `its page shows nothing within ${TIMEOUT / 1000} seconds`;
  const page = tab.locator('html');
  if ((await page.getAttribute(EVALUATED)) !== null) {
    await tab.locator(`html[${RESULT}]`).waitFor({ state: 'attached', timeout: TIMEOUT });
  }
  const result = remote ? await page.getAttribute(RESULT) : '';
  if (result === '') return undefined;
  return result ?? errors[0] ?? 'its entry script defines no remote';
}

const [file = ''] = process.argv.slice(2);
void readFile(file, 'utf8')
  .then((text) => start(browserPage.parse(JSON.parse(text))))
  .then((outcome) => process.stdout.write(JSON.stringify(outcome)));
