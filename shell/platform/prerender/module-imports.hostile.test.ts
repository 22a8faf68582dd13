import { type Browser, chromium } from '@playwright/test';
import { securityHeaders } from '../server/security-headers';
import { integrityOf } from '../formats/integrity-of';
import { installedChromium } from '../../packages/node/programs';
import { withPagePolicy } from './page-policy';

const SITE = 'https://site.test';
const CDN = 'https://cdn.test';
/** Code that hides an import: lexers take what follows `-->` for code, and browsers for a comment. */
const HIDDEN = "\n--> `\nload(() => import('./hidden.js'));//`";
const HOSTILE = `
  trustedTypes.createPolicy('default', { createScript: (text) => text });
  const outcomes = [];
  const load = (run) => outcomes.push(run().then(() => 'runs', ({ name }) => name));
  load(() => import('${CDN}/absolute.js'));
  load(() => import('./relative.js'));
  load(() => {
    const map = document.createElement('script');
    map.type = 'importmap';
    map.textContent = JSON.stringify({ imports: { '${CDN}/': '${CDN}/' } });
    document.head.append(map);
    return import('./mapped.js');
  });${HIDDEN}
  Promise.all(outcomes).then((all) => { document.documentElement.dataset.outcomes = all.join(); });`;

const executablePath = installedChromium();
const headers = securityHeaders({ scriptOrigins: [CDN], paymentOrigins: ['https://pay.test'] });
let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND'],
  });
});
afterAll(() => browser.close());

/** @returns what happens to each import of a release's script, and the names of the modules that are run. */
async function visit(pageHeaders: Readonly<Record<string, string>>, html: string) {
  const tab = await browser.newPage();
  try {
    await tab.route('**/*', async (route) => {
      const address = route.request().url();
      if (address === `${SITE}/`) {
        return route.fulfill({ contentType: 'text/html', headers: pageHeaders, body: html });
      }
      const body = address.endsWith('/release.js')
        ? HOSTILE
        : `document.documentElement.dataset.ran = ${JSON.stringify(address)};`;
      const cors = { 'access-control-allow-origin': '*' };
      return route.fulfill({ contentType: 'text/javascript', headers: cors, body });
    });
    await tab.goto(`${SITE}/`);
    const page = tab.locator('html[data-outcomes]');
    await page.waitFor({ state: 'attached' });
    return { outcomes: await page.getAttribute('data-outcomes'), ran: await page.getAttribute('data-ran') };
  } finally {
    await tab.close();
  }
}

const document = `<!doctype html><html><head>
<meta charset="utf-8">
</head><body><script src="${CDN}/release.js" crossorigin integrity="${integrityOf(Buffer.from(HOSTILE))}"></script></body></html>`;
const refused = { outcomes: Array(4).fill('TypeError').join(), ran: null };

(executablePath ? describe : describe.skip)(
  'a script of a release that imports modules without hashes',
  () => {
    it('a script gets no module without a hash on a usual page', async () => {
      expect(await visit(headers.usual, withPagePolicy(document, CDN))).toEqual(refused);
    });

    it('a script gets no module of the store without a hash on the checkout', async () => {
      expect(await visit(headers.checkout, withPagePolicy(document, CDN, true))).toEqual(refused);
    });

    it('a script gets modules without hashes where nothing forbids it', async () => {
      expect(await visit({}, document)).toMatchObject({
        outcomes: Array(4).fill('runs').join(),
        ran: expect.any(String) as unknown,
      });
    });
  },
);
