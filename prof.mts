import { chromium } from '@playwright/test';
import { writeFileSync } from 'node:fs';
const origin = process.env.ORIGIN ?? 'http://localhost:29000';
const [start, target, parent = 'main'] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const context = await browser.newContext({
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
});
const page = await context.newPage();
const s = await context.newCDPSession(page);
await s.send('Emulation.setCPUThrottlingRate', { rate: 4 });
await page.addInitScript('globalThis.__name ??= (v) => v;');
await page.goto(origin + start);
await page.waitForFunction(() => performance.getEntriesByName('isa-alive').length > 0);
await page.waitForTimeout(3500);
const link = page.locator(`${parent} a[href="${target}"]:visible`).first();
await link.scrollIntoViewIfNeeded();
await page.waitForTimeout(1500);
const b = (await link.boundingBox())!;
await browser.startTracing(page, {
  categories: [
    'devtools.timeline',
    'disabled-by-default-v8.cpu_profiler',
    'blink.user_timing',
    'toplevel',
    'v8',
  ],
});
const tp = [{ x: b.x + b.width / 2, y: b.y + Math.min(b.height, 40) / 2 }];
await page.evaluate(() => {
  addEventListener('pointerdown', () => performance.mark('x-down'), { capture: true });
  addEventListener('click', () => performance.mark('x-click'), { capture: true });
  const h = () => [...document.querySelectorAll('main h1')].find((e) => e.checkVisibility())?.textContent;
  const before = h();
  new MutationObserver(() => {
    const n = h();
    if (n && n !== before) {
      performance.mark('x-heading');
      requestAnimationFrame(() => setTimeout(() => performance.mark('x-painted')));
    }
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
});
await s.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: tp });
await page.waitForTimeout(80);
await s.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
await page.waitForTimeout(3000);
const buf = await browser.stopTracing();
writeFileSync('/tmp/trace.json', buf);
console.log(
  await page.evaluate(() =>
    performance
      .getEntriesByType('mark')
      .filter((m) => m.name.startsWith('x-'))
      .map((m) => [m.name, Math.round(m.startTime)]),
  ),
  page.url(),
);
const reqs = await page.evaluate(() =>
  performance
    .getEntriesByType('resource')
    .slice(-15)
    .map((r) => [r.name.replace(location.origin, ''), Math.round(r.startTime), Math.round(r.responseEnd)]),
);
console.log(reqs.map((r) => r.join(' ')).join('\n'));
await browser.close();
