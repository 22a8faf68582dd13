import { expect, test } from '@playwright/test';
import { waitUntilHydrated } from './support/hydration';
import { addToCart, basketLink, collectErrors, heading, main, banner } from './support/page';

declare global {
  interface Window {
    /** The number of renderers, which the hook for React's developer tools counts. */
    reactRenderers: number;
  }
}

interface ExpectedRoute {
  readonly path: string;
  readonly heading: string | RegExp;
  readonly header?: 'home' | 'about' | 'contact';
  /** The address after redirects, for a visitor without session and basket. */
  readonly leadsTo?: string;
}

/** Every row of the specification's table of routes (§2), for a visitor without a session. */
const routes: readonly ExpectedRoute[] = [
  { path: '/', heading: /.+/, header: 'home' },
  { path: '/Home', heading: /.+/, header: 'home' },
  { path: '/isa-about-us', heading: /.+/, header: 'about' },
  { path: '/contact', heading: /.+/, header: 'contact' },
  { path: '/isa-all-training-courses', heading: /training courses/i },
  { path: '/isa-surveillance-courses', heading: /surveillance/i },
  { path: '/isa-surveillance-course-6', heading: /.+/ },
  { path: '/isa-surveillance-course-8', heading: /.+/ },
  { path: '/isa-investigations-courses', heading: /investigations/i },
  { path: '/isa-investigations-course-1', heading: /.+/ },
  { path: '/isa-investigations-course-3', heading: /.+/ },
  { path: '/isa-intelligence-courses', heading: /intelligence/i },
  { path: '/isa-intelligence-course-1', heading: /.+/ },
  { path: '/isa-intelligence-course-2', heading: /.+/ },
  { path: '/isa-books/all-books', heading: /books/i },
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((id) => ({ path: `/isa-books/${id}`, heading: /covert surveillance/i })),
  { path: '/isa-books', heading: /books/i, leadsTo: '/isa-books/all-books' },
  { path: '/isa-books/9', heading: /books/i, leadsTo: '/isa-books/all-books' },
  { path: '/isa-services', heading: /services/i },
  { path: '/isa-services/investigations', heading: /investigations/i },
  { path: '/isa-services/consultancy', heading: /consultancy/i },
  { path: '/isa-blog', heading: /.+/ },
  { path: '/isa-blog/1', heading: /operator and not with the camera/ },
  { path: '/isa-online-courses', heading: /basic covert surveillance/i },
  { path: '/online-courses', heading: /basic covert surveillance/i, leadsTo: '/isa-online-courses' },
  { path: '/isa-online-courses/1001', heading: /.+/ },
  { path: '/isa-online-courses/1033', heading: /.+/ },
  { path: '/isa-online-courses/1034', heading: /basic covert surveillance/i, leadsTo: '/isa-online-courses' },
  { path: '/my-courses', heading: /log in/i, leadsTo: '/login?next=%2Fmy-courses' },
  { path: '/isa-basket', heading: /basket|cart/i },
  { path: '/checkout', heading: /.+/, header: 'home', leadsTo: '/' },
  { path: '/payment-successful', heading: /.+/ },
  { path: '/login', heading: /log in/i },
  { path: '/register', heading: /.+/ },
  { path: '/forgot-password', heading: /.+/ },
  { path: '/reset/some-token', heading: /.+/ },
  { path: '/reset-password/some-token', heading: /.+/ },
  { path: '/terms-and-conditions', heading: /terms and conditions/i },
  { path: '/disclaimer', heading: /disclaimer/i },
  { path: '/privacy-policy', heading: /privacy policy/i },
  { path: '/copyright-policy', heading: /copyright policy/i },
  { path: '/cookie-policy', heading: /cookie policy/i },
];

test('every route shows its heading, header and footer', async ({ page }) => {
  const errors = collectErrors(page);
  for (const { path, heading: title, header = 'default', leadsTo = path } of routes) {
    await test.step(path, async () => {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(200);
      await expect(heading(page), path).toHaveText(title);
      await expect(page).toHaveURL(leadsTo);
      const variant = page.locator('header [data-variant], header[data-variant]').first();
      await expect(variant, path).toHaveAttribute('data-variant', header);
      const footer = /^\/(Home)?$/.test(leadsTo) ? 'light' : 'dark';
      await expect(page.getByRole('contentinfo'), path).toHaveAttribute('data-variant', footer);
      await expect(page, path).toHaveTitle(/.+/);
      expect(errors, path).toEqual([]);
    });
  }
});

test('an address without a page leads to the list of its kind, and keeps its fragment', async ({ page }) => {
  for (const [path, list] of [
    ['/isa-books/1;a', '/isa-books/all-books'],
    ['/isa-books/01', '/isa-books/all-books'],
    ['/isa-online-courses/abc', '/isa-online-courses'],
    ['/isa-online-courses/1001.', '/isa-online-courses'],
    ['/isa-blog/1e0', '/isa-blog'],
  ] as const) {
    const response = await page.request.get(path, { maxRedirects: 0 });
    expect([path, response.status(), response.headers()['location']]).toEqual([path, 302, list]);
  }
  await page.goto('/isa-about-us');
  await waitUntilHydrated(page);
  for (const [path, leadsTo] of [
    ['/Isa-Services/#end', '/isa-services#end'],
    ['/isa-books#end', '/isa-books/all-books#end'],
    ['/isa-books/01#end', '/isa-books/all-books#end'],
    ['/account#passkeys', '/login?next=%2Faccount%23passkeys'],
  ] as const) {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
    await expect(page).toHaveURL(leadsTo);
    await page.goto('/isa-about-us');
    await waitUntilHydrated(page);
  }
});

test('an unknown path shows the specified error screen with status 404', async ({ page }) => {
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(
    main(page).getByRole('heading', { level: 2, name: 'Unexpected Application Error!' }),
  ).toBeVisible();
  await expect(main(page).getByText('404 Not Found')).toBeVisible();
  await expect(banner(page)).toBeVisible();
});

test('all four builds share one router, one session, one basket and one theme', async ({ page }) => {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1;
  });
  // Each copy of React DOM announces itself to the developer tools.
  await page.addInitScript(() => {
    window.reactRenderers = 0;
    const inject = () => (window.reactRenderers += 1);
    const ignore = () => undefined;
    const hook = { supportsFiber: true, inject, onCommitFiberRoot: ignore, onCommitFiberUnmount: ignore };
    Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
  });
  const menu = banner(page).getByRole('navigation');
  const areaOf = (remote: string) => page.locator(`main [data-remote="${remote}"]`);
  const brass = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--isa-brass'));

  await page.goto('/isa-services');
  await expect(areaOf('marketing')).toBeVisible();
  const theme = await brass();
  await menu.getByRole('link', { name: 'Books' }).click();
  await expect(areaOf('shop')).toBeVisible();
  await page.locator('main a[href="/isa-books/1"]').first().click();
  await addToCart(page);
  // The shop's remote writes to the basket that the shell displays.
  await expect(basketLink(page)).toContainText('1');
  await menu.getByRole('link', { name: 'Online Courses' }).click();
  await expect(areaOf('learning')).toBeVisible();
  expect(await brass()).toBe(theme);
  // All remotes share one router, so links between them load no document.
  expect(documents).toBe(1);
  expect(await page.evaluate(() => window.reactRenderers)).toBe(1);
});

test('invalid input is rejected with a problem document and a 4xx status', async ({ request }) => {
  for (const [path, data] of [
    ['/api/login', '{'],
    ['/api/signup', '{"email":1}'],
    ['/api/orders', '{"items":"all"}'],
    ['/api/coursesByUser', 'null'],
  ] as const) {
    const response = await request.post(path, { data, headers: { 'content-type': 'application/json' } });
    expect(response.status(), path).toBeGreaterThanOrEqual(400);
    expect(response.status(), path).toBeLessThan(500);
    expect(response.headers()['content-type'], path).toContain('application/problem+json');
  }
});
