import { chromium } from '@playwright/test';
const origin = 'http://localhost:29000';
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const p of process.argv.slice(2)) {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  await context.addCookies([
    {
      name: 'basket',
      value: encodeURIComponent(JSON.stringify([{ productId: 1, quantity: 2 }])),
      url: origin,
    },
  ]);
  const page = await context.newPage();
  const s = await context.newCDPSession(page);
  await s.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 562.5,
    downloadThroughput: 184_320,
    uploadThroughput: 84_375,
  });
  await s.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(
    `globalThis.__l=[];new PerformanceObserver(l=>{for(const e of l.getEntries())__l.push([Math.round(e.startTime),e.size,e.element?.outerHTML.slice(0,120)])}).observe({type:'largest-contentful-paint',buffered:true})`,
  );
  await page.goto(origin + p);
  await page.waitForTimeout(6000);
  console.log(
    p,
    JSON.stringify(await page.evaluate('__l'), null, 1),
    await page.evaluate('performance.getEntriesByName("isa-alive")[0]?.startTime'),
  );
  await context.close();
}
await browser.close();
