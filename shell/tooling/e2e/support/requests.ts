import type { APIRequestContext, Page, Route } from '@playwright/test';
import { requireJson } from '../../../platform/formats/parse-json';
import type { Registry } from '../../../platform/formats/registry';
import { signedRegistrySchema } from '../../../platform/formats/registry-schema';

/** The registry that the site serves. */
export async function servedRegistry(request: APIRequestContext): Promise<Registry> {
  const response = await request.get('/registry.json');
  return requireJson(await response.text(), signedRegistrySchema, 'registry.json').registry;
}

/** The paths of the site map. */
export async function siteMapPaths(request: APIRequestContext): Promise<readonly string[]> {
  const response = await request.get('/sitemap.xml');
  return [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );
}

/** Responds with an error of the API (RFC 9457). */
export function fulfilProblem(route: Route, id: string, status: number, message: string): Promise<void> {
  return route.fulfill({
    status,
    contentType: 'application/problem+json',
    json: { type: `/problems/${id}`, id, title: message, status, message, requestId: 'journey' },
  });
}

/** Records a page's requests, except telemetry. */
export function watchRequests(page: Page) {
  const urls: string[] = [];
  const pending = new Set<object>();
  let lastChange = Date.now();
  page.on('request', (request) => {
    if (request.url().includes('/api/telemetry')) return;
    urls.push(request.url());
    pending.add(request);
    lastChange = Date.now();
  });
  const finish = (request: object) => {
    pending.delete(request);
    lastChange = Date.now();
  };
  page.on('requestfinished', finish);
  page.on('requestfailed', finish);
  return {
    urls,
    includes: (text: string) => urls.some((url) => url.includes(text)),
    /** Whether nothing has been pending for half a second. */
    isQuiet: () => pending.size === 0 && Date.now() - lastChange >= 500,
  };
}
