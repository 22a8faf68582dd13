import { readFile, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import { getDomain } from 'tldts';
import { z } from 'zod';
import { dataFolder } from '../../packages/node/folders';
import { parseJson } from '../formats/parse-json';
import { portFrom } from '../../packages/node/ports';
import { requireEncrypted } from '../../packages/node/web-server';
import { UserError } from '../../packages/node/user-error';

/** The settings that say where the services of this machine are. */
const ADDRESSES = /^(?:PORT|(?:CDN|API|SANDBOX|OPS|OFFICE)_PORT|(?:SITE|CDN|API|OPS|OFFICE|PREVIEW)_ORIGIN)$/;
const RECORD = 'addresses.json';
const addressesSchema = z.record(z.string().regex(ADDRESSES), z.string());

/** The ports of this machine's services. By default the others follow `PORT`. */
export function ports() {
  const site = portFrom('PORT', 3000);
  return {
    site,
    cdn: portFrom('CDN_PORT', site + 1),
    api: portFrom('API_PORT', site + 2),
    sandbox: portFrom('SANDBOX_PORT', site + 3),
    ops: portFrom('OPS_PORT', site + 4),
    /** The port of the pages for staff. */
    office: portFrom('OFFICE_PORT', site + 5),
  };
}

/** Records where `npm start` serves the site, for {@link useRecordedAddresses}. */
export async function recordAddresses(folder = dataFolder): Promise<void> {
  const named = Object.entries(process.env).filter(([name, value]) => value && ADDRESSES.test(name));
  const addresses = { PORT: String(ports().site), ...Object.fromEntries(named) };
  await writeFile(path.join(folder, RECORD), `${JSON.stringify(addresses, null, 2)}\n`);
}

/** Makes a command that is given no address look for the site where `npm start` of this checkout has served it last. */
export async function useRecordedAddresses(folder = dataFolder): Promise<void> {
  if (Object.entries(process.env).some(([name, value]) => value && ADDRESSES.test(name))) return;
  const text = await readFile(path.join(folder, RECORD), 'utf8').catch(() => '{}');
  Object.assign(process.env, parseJson(text, addressesSchema));
}

/** Where the other roles reach the API: `API_ORIGIN`, or the API of this machine. @throws UserError */
export function apiOrigin(): string {
  const origin = requireOrigin('API_ORIGIN', process.env.API_ORIGIN || `http://localhost:${ports().api}`);
  return requireEncrypted('API_ORIGIN', origin);
}

/** The origin of the site: `SITE_ORIGIN`, or this machine's site server. */
export function siteOrigin(): string {
  return process.env.SITE_ORIGIN || `http://localhost:${ports().site}`;
}

/** The site that a command means. @returns `undefined` when none is named: what answers at the default port may be another project. */
export function namedSite(): string | undefined {
  return process.env.SITE_ORIGIN || process.env.PORT ? siteOrigin() : undefined;
}

/** Why a command has asked no site. */
export const NO_SITE_NAMED =
  'no site is named; set SITE_ORIGIN to its address, or run npm start, which records its own';

/** @throws UserError when no site is named. */
export function requireNamedSite(): string {
  const site = namedSite();
  if (site !== undefined) return site;
  throw new UserError(`Nothing was done: ${NO_SITE_NAMED}.`);
}

/** The API whose data a command shows to visitors. @throws UserError when neither it nor its site is named. */
export function requireNamedApi(): string {
  if (!process.env.API_ORIGIN && !process.env.API_PORT) requireNamedSite();
  return apiOrigin();
}

/** The origin from which browsers load releases: `CDN_ORIGIN`, or this machine's CDN server. @throws UserError */
export function cdnOrigin(): string {
  return requireOrigin('CDN_ORIGIN', process.env.CDN_ORIGIN || `http://localhost:${ports().cdn}`);
}

/** The origin of the operators' pages: `OPS_ORIGIN`, or `ops.` before the site's host. @throws UserError */
export function opsOrigin(site = siteOrigin()): string {
  return originNextToSite('OPS_ORIGIN', 'ops', site);
}

/** The origin of the pages for staff: `OFFICE_ORIGIN`, or `office.` before the site's host. @throws UserError */
export function officeOrigin(site = siteOrigin()): string {
  const origin = originNextToSite('OFFICE_ORIGIN', 'office', site);
  return requireOtherHost('OFFICE_ORIGIN', origin, 'OPS_ORIGIN', opsOrigin(site));
}

/** The origin of previews: `PREVIEW_ORIGIN`, or `preview.` before the site's host. @throws UserError */
export function previewOrigin(site = siteOrigin()): string {
  const origin = requireOtherSite(originNextToSite('PREVIEW_ORIGIN', 'preview', site), site);
  requireOtherHost('PREVIEW_ORIGIN', origin, 'OFFICE_ORIGIN', officeOrigin(site));
  return requireOtherHost('PREVIEW_ORIGIN', origin, 'OPS_ORIGIN', opsOrigin(site));
}

/**
 * In production: a page of a preview could plant cookies for the whole domain that it shares with the site (RFC 6265 §5.3).
 * @throws UserError
 */
function requireOtherSite(preview: string, site: string): string {
  if (process.env.NODE_ENV !== 'production') return preview;
  const [domain, own] = [preview, site].map((origin) => {
    const { hostname } = new URL(origin);
    return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
  });
  if (domain !== own) return preview;
  throw new UserError(
    `PREVIEW_ORIGIN=${preview} shares the domain ${own} with SITE_ORIGIN, so releases that nobody has promoted could set its cookies. Use another domain, such as https://academy-preview.example.`,
  );
}

function requireOtherHost(variable: string, origin: string, otherVariable: string, other: string): string {
  if (new URL(origin).hostname !== new URL(other).hostname) return origin;
  throw new UserError(`${variable} and ${otherVariable} must have different hosts: cookies ignore ports.`);
}

function originNextToSite(variable: string, label: string, site: string): string {
  const { protocol, hostname, host } = new URL(requireOrigin('SITE_ORIGIN', site));
  // Subdomains exist only of names, not of IP addresses.
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) > 0;
  const generated = isAddress ? `http://${label}.localhost:${ports().site}` : `${protocol}//${label}.${host}`;
  const origin = requireOrigin(variable, process.env[variable] || generated);
  if (new URL(origin).hostname !== hostname) return origin;
  throw new UserError(`${variable} must have another host than SITE_ORIGIN: cookies ignore ports.`);
}

/** @throws UserError */
function requireOrigin(variable: string, origin: string): string {
  if (URL.canParse(origin) && new URL(origin).origin === origin) return origin;
  throw new UserError(
    `${variable}="${origin}" is not an origin. Use a form like https://cdn.academy.example, without a path.`,
  );
}

/** The payment sandbox runs unless the environment names PayPal's own API. */
export function usesSandbox(): boolean {
  return !process.env.PAYPAL_API_URL;
}

/** `NEWSLETTER_URL`, to which the footer's form is sent instead of the API. @throws UserError */
export function newsletterUrl(): string | undefined {
  const url = process.env.NEWSLETTER_URL;
  if (!url) return undefined;
  if (URL.canParse(url) && new URL(url).protocol === 'https:') return url;
  throw new UserError(`NEWSLETTER_URL="${url}" is not an https address.`);
}

/** Origins besides the site for its Content Security Policy: of payments, recordings and forms. @throws UserError */
export function contentOrigins() {
  const newsletter = newsletterUrl();
  return {
    paymentOrigins: paymentOrigins(),
    mediaOrigins: mediaOrigins(),
    formOrigins: newsletter === undefined ? [] : [new URL(newsletter).origin],
  };
}

/** Origins of recordings that an object storage serves. */
export function mediaOrigins({ VIDEO_DELIVERY, VIDEO_STORAGE_URL = '' } = process.env): readonly string[] {
  return VIDEO_DELIVERY === 's3' && URL.canParse(VIDEO_STORAGE_URL)
    ? [new URL(VIDEO_STORAGE_URL).origin]
    : [];
}

/** Origins of the payment buttons, their script and their images, for the Content Security Policy. */
export function paymentOrigins(): readonly string[] {
  return usesSandbox()
    ? [`http://localhost:${ports().sandbox}`]
    : ['https://*.paypal.com', 'https://*.paypalobjects.com'];
}
