import { expect, type Page, test } from '@playwright/test';
import { nginxProgram } from '../../api/testing/nginx-process';
import { pay } from './support/customer';
import { ports } from './support/site';
import { type SiteBehindNginx, startSiteBehindNginx } from './support/site-behind-nginx';

test.describe('the site behind nginx', () => {
  test.skip(!nginxProgram, 'This machine has no nginx (apt install nginx).');

  let site: SiteBehindNginx;
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    site = await startSiteBehindNginx(nginxProgram ?? '', ports.site + 4);
  });
  test.afterAll(() => site.stop());

  /** Everything that a browser complains about: errors of scripts, of loading, of the content security policy. */
  function complaintsOf(page: Page): string[] {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(`${page.url()} ${message.text()}`);
    });
    return complaints;
  }

  test('shows its pages in a browser that has nothing to complain about', async ({ page }) => {
    const complaints = complaintsOf(page);
    for (const [address, heading] of [
      ['/', /./],
      ['/isa-books/all-books', 'Books'],
      ['/isa-books/1', /Volume 1/],
      ['/isa-online-courses/1001', /./],
      ['/isa-surveillance-course-6', /./],
      ['/contact', /./],
      ['/isa-basket', /./],
      ['/login', /./],
    ] as const) {
      const response = await page.goto(site.origin + address, { waitUntil: 'networkidle' });
      expect([address, response?.status()]).toEqual([address, 200]);
      expect(response?.headers()['content-security-policy']).toContain(`script-src 'self' ${site.cdn}`);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    }
    expect(complaints).toEqual([]);
  });

  test('answers an address of nobody with its error page and status 404', async ({ page }) => {
    const response = await page.goto(`${site.origin}/nowhere`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  });

  test('sells a book: scripts from the CDN, calls to the API, the payment’s pop-up', async ({ page }) => {
    const complaints = complaintsOf(page);
    const scripts = page.waitForResponse((response) => response.url().startsWith(`${site.cdn}/shop/`));
    await page.goto(`${site.origin}/isa-books/1`);
    const { status, headers } = await scripts.then(async (response) => ({
      status: response.status(),
      headers: await response.allHeaders(),
    }));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
    });
    await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
    await expect(page.getByText(/is in your basket/)).toBeVisible();
    await page.goto(`${site.origin}/checkout`);
    await pay(
      page,
      page
        .getByRole('main')
        .getByRole('button', { name: /PayPal/ })
        .first(),
    );
    await expect(page).toHaveURL(/\/payment-successful$/, { timeout: 30_000 });
    await expect(page.getByRole('heading', { name: 'Thanks for your order' })).toBeVisible();
    expect(complaints).toEqual([]);
  });
});
