import { expect, type Page, test } from '@playwright/test';
import { nginxProgram } from '../../../api/testing/nginx';
import { missingProgram } from '../../../api/testing/with-program';
import { expectPaid, pay } from './support/customer';
import { addToCart, collectErrors, main } from './support/page';
import { ports } from './support/site';
import { type SiteBehindNginx, startSiteBehindNginx } from './support/site-behind-nginx';

test.describe('the site behind nginx', () => {
  test.skip(!nginxProgram, missingProgram('nginx'));

  let site: SiteBehindNginx;
  test.beforeAll(async () => {
    site = await startSiteBehindNginx(nginxProgram ?? '', ports.site + 10);
  });
  test.afterAll(() => site.stop());

  /** Errors and warnings of scripts, of loading and of the content security policy. */
  const errorsOf = (page: Page) => collectErrors(page, ['error', 'warning']);

  test('shows its pages without errors in the browser', async ({ page }) => {
    const errors = errorsOf(page);
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
      expect(response?.headers()['content-security-policy']).toContain(`script-src 'self' ${site.cdn};`);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    }
    expect(errors).toEqual([]);
  });

  test('runs scripts with a hash only', async ({ page }) => {
    const response = await page.goto(site.origin);
    // Chromium applies the policy before it looks into its caches, so a script that runs came with a page without it.
    expect(await response?.headerValue('integrity-policy')).toContain('blocked-destinations=(script)');
    const run = (change: 'with its hash' | 'without a hash') =>
      page.evaluate((kind) => {
        // Not a remote's script, which the shell preloads in the head: the shell gives that its hash itself.
        const known = document.querySelector<HTMLLinkElement>(
          'body link[rel=preload][integrity][href^="/shell/"]',
        );
        const script = document.createElement('script');
        script.src = `${known?.href}?another`;
        script.crossOrigin = 'anonymous';
        if (kind === 'with its hash') script.integrity = known?.integrity ?? '';
        return new Promise((resolve) => {
          script.onload = () => resolve('ran');
          script.onerror = () => resolve('blocked');
          document.body.append(script);
        });
      }, change);
    expect(await run('with its hash')).toBe('ran');
    expect(await run('without a hash')).toBe('blocked');
  });

  test('responds to an unknown address with the error page and status 404', async ({ page }) => {
    const response = await page.goto(`${site.origin}/nowhere`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  });

  test('sells a book: scripts from the CDN, API calls, the payment’s pop-up', async ({ page }) => {
    const errors = errorsOf(page);
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
    await addToCart(page);
    await expect(page.getByText(/is in your cart/)).toBeVisible();
    await page.goto(`${site.origin}/checkout`);
    await pay(
      page,
      main(page)
        .getByRole('button', { name: /PayPal/ })
        .first(),
    );
    await expectPaid(page);
    await expect(page.getByRole('heading', { name: 'Thanks for your order' })).toBeVisible();
    expect(errors).toEqual([]);
  });
});
