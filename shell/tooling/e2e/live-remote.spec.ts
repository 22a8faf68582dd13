import { createServer } from 'node:http';
import { expect, type Page, test } from '@playwright/test';
import { freePort } from '../../packages/node/processes';
import { waitUntilHydrated } from './support/hydration';

/** Each attack runs in the page, that is where the code of a live remote runs. */
test.beforeEach(async ({ page }) => {
  await page.goto('/isa-online-courses');
  await waitUntilHydrated(page);
});

/** The shell's own scripts, which any code of the page may request. */
const ownScripts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.startsWith(`${location.origin}/shell/`) && name.endsWith('.js')),
  );

test('a remote starts no worker, so nothing of it runs after its page', async ({ page }) => {
  const scripts = await ownScripts(page);
  expect(scripts.length).toBeGreaterThan(0);
  const started = await page.evaluate(async (addresses) => {
    const blob = URL.createObjectURL(new Blob([''], { type: 'text/javascript' }));
    const results: string[] = [];
    for (const address of [...addresses, '/registry.json', blob]) {
      // The policy speaks before the script is requested.
      const refused = new Promise((resolve) =>
        document.addEventListener(
          'securitypolicyviolation',
          ({ violatedDirective }) => resolve(violatedDirective),
          {
            once: true,
          },
        ),
      );
      const registered = navigator.serviceWorker.register(address).then(
        () => 'registered',
        () => refused,
      );
      results.push(
        String(await Promise.race([registered, new Promise((end) => setTimeout(end, 2_000, 'no answer'))])),
      );
    }
    return results;
  }, scripts);
  const refusals = started.slice(0, -1);
  expect(refusals).toEqual(refusals.map(() => 'worker-src'));
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test('a remote plants no session, although it can fill the browser with cookies', async ({
  page,
  context,
}) => {
  await page.evaluate(() => {
    // A browser keeps some hundred cookies of a site, and drops the oldest, also those that scripts cannot see.
    for (let at = 0; at < 400; at += 1) document.cookie = `filler-${at}=1; path=/`;
    for (let at = 0; at < 400; at += 1) document.cookie = `filler-${at}=; path=/; max-age=0`;
    for (const name of ['__Host-Http-token', '__Host-token']) {
      document.cookie = `${name}=planted; path=/; secure`;
    }
    // Reading waits until the browser has stored what was written.
    return document.cookie;
  });
  const names = (await context.cookies()).map(({ name }) => name);
  expect(names).not.toContain('__Host-Http-token');
  // Without the second prefix the browser accepts it, so the attack itself works.
  expect(names).toContain('__Host-token');
});

test('a remote makes no policy that turns text into HTML in the page or code in a frame', async ({
  page,
}) => {
  const made = await page.evaluate(`(() => {
    const attempt = (work) => { try { return String(work()); } catch (error) { return error.name; } };
    const rules = { createHTML: (text) => text, createScript: (text) => text };
    const names = ['default', 'isa', 'webpack', 'react', 'dompurify', 'goog#html'];
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const inner = frame.contentWindow;
    return {
      policies: names.map((name) => attempt(() => trustedTypes.createPolicy(name, rules))),
      html: attempt(() => (document.createElement('p').innerHTML = '<b></b>')),
      evaluated: attempt(() => inner.eval('1')),
      // A frame without an address may make its own policy, but inherits which scripts may run.
      evaluatedWithPolicy: attempt(() =>
        inner.eval(inner.trustedTypes.createPolicy('default', rules).createScript('1')),
      ),
      inline: attempt(() => {
        const script = inner.document.createElement('script');
        script.text = 'window.top.hasRun = true';
        inner.document.body.append(script);
        return window.hasRun;
      }),
    };
  })()`);
  expect(made).toEqual({
    policies: Array(6).fill('TypeError'),
    html: 'TypeError',
    evaluated: 'EvalError',
    evaluatedWithPolicy: 'EvalError',
    inline: 'undefined',
  });
});

test('a remote reaches no other server by a request', async ({ page }) => {
  const received: string[] = [];
  const other = createServer(({ method, url }, response) => {
    received.push(`${method} ${url}`);
    response.end();
  });
  const port = await freePort();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  await page.evaluate(async (to) => {
    const attempt = async (work: () => unknown) => {
      try {
        await work();
      } catch {
        // It was refused; what counts is what arrives.
      }
    };
    const add = (tag: string, properties: Readonly<Record<string, string>>) => {
      const element = Object.assign(document.createElement(tag), properties);
      document.body.append(element);
      return element;
    };
    await attempt(() => fetch(`${to}/fetch`, { mode: 'no-cors' }));
    await attempt(() => navigator.sendBeacon(`${to}/beacon`, 'x'));
    await attempt(() => new WebSocket(`${to.replace('http', 'ws')}/socket`));
    await attempt(() => new EventSource(`${to}/events`));
    for (const rel of [
      'prefetch',
      'preload',
      'modulepreload',
      'prerender',
      'stylesheet',
      'icon',
      'manifest',
    ]) {
      await attempt(() => add('link', { rel, href: `${to}/${rel}`, as: 'image' }));
    }
    for (const tag of ['img', 'video', 'audio', 'embed', 'iframe', 'script']) {
      await attempt(() => add(tag, { src: `${to}/${tag}` }));
    }
    await attempt(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`body { background: url(${to}/background) }`);
      document.adoptedStyleSheets.push(sheet);
    });
    add('a', { href: '#here', ping: `${to}/ping` }).click();
    const form = document.createElement('form');
    Object.assign(form, { action: `${to}/form`, target: '_blank' });
    document.body.append(form);
    form.submit();
  }, `http://127.0.0.1:${port}`);
  await page.waitForTimeout(1_500);
  other.close();
  expect(received).toEqual([]);
});
