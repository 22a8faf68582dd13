import { expect, type Page, test } from '@playwright/test';

interface ExpectedRoute {
  readonly path: string;
  readonly heading: string | RegExp;
  readonly header?: 'home' | 'about' | 'contact';
  /** Where a visitor without session and basket ends up. */
  readonly leadsTo?: string;
}

/** Every row of the specification's table of routes (§2), with what a visitor without a session sees. */
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
  { path: '/isa-books/9', heading: /books/i, leadsTo: '/isa-books/all-books' },
  { path: '/isa-services', heading: /services/i },
  { path: '/isa-services/investigations', heading: /investigations/i },
  { path: '/isa-services/consultancy', heading: /consultancy/i },
  { path: '/isa-blog', heading: /.+/ },
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

/** Console errors and failed hydration are defects on any page. */
function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`);
  });
  return errors;
}

for (const { path, heading, header = 'default', leadsTo = path } of routes) {
  test(`${path} answers with its heading, header and footer`, async ({ page }) => {
    const errors = collectErrors(page);
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page).toHaveURL(leadsTo);
    await expect(page.locator('header [data-variant], header[data-variant]').first()).toHaveAttribute(
      'data-variant',
      header,
    );
    const footer = /^\/(Home)?$/.test(leadsTo) ? 'light' : 'dark';
    await expect(page.getByRole('contentinfo')).toHaveAttribute('data-variant', footer);
    await expect(page).toHaveTitle(/.+/);
    expect(errors).toEqual([]);
  });
}

test('an unknown path shows the specified error screen with status 404', async ({ page }) => {
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(main.getByText('404 Not Found')).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
});

test('all four builds share one router, one session, one basket and one theme', async ({ page }) => {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1;
  });
  const menu = page.getByRole('banner').getByRole('navigation');
  const drawnBy = (remote: string) => page.locator(`main [data-remote="${remote}"]`);
  const ground = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--isa-brass'));

  await page.goto('/isa-services');
  await expect(drawnBy('marketing')).toBeVisible();
  const theme = await ground();
  await menu.getByRole('link', { name: 'Books' }).click();
  await expect(drawnBy('shop')).toBeVisible();
  await page.locator('main a[href="/isa-books/1"]').first().click();
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  // The shop's remote wrote to the store that the shell's badge reads.
  await expect(page.getByRole('banner').getByRole('link', { name: /cart|basket/i })).toContainText('1');
  await menu.getByRole('link', { name: 'Online Courses' }).click();
  await expect(drawnBy('learning')).toBeVisible();
  expect(await ground()).toBe(theme);
  // One router: no link between remotes has loaded a document.
  expect(documents).toBe(1);
  const runtimes = await page.evaluate(() => {
    const federation: unknown = Reflect.get(window, '__FEDERATION__');
    const shared = (
      federation as { __SHARE__: Record<string, Record<string, Record<string, Record<string, unknown>>>> }
    ).__SHARE__;
    const scopes = Object.values(shared).map(({ default: scope }) => scope ?? {});
    return ['react', 'react-dom', 'styled-components', '@isa/contract', '@isa/contract/router'].map(
      (name) => new Set(scopes.flatMap((scope) => Object.keys(scope[name] ?? {}))).size,
    );
  });
  expect(runtimes).toEqual([1, 1, 1, 1, 1]);
});

test('bad input is answered in JSON with a 4xx', async ({ request }) => {
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

test('a basket cookie of garbage is an empty basket', async ({ page, context, baseURL }) => {
  for (const value of ['%', '{"a":', '[{"productId":{"$gt":0},"quantity":1e9}]', 'x'.repeat(3500)]) {
    await context.addCookies([{ name: 'basket', value: encodeURIComponent(value), url: baseURL ?? '' }]);
    await page.goto('/isa-basket');
    await expect(page.getByRole('main').getByText('Your cart is empty')).toBeVisible();
  }
});
