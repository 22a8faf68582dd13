import type { IncomingMessage, ServerResponse } from 'node:http';
import { UserError } from '../../tools/user-error';
import type { RenderedPage } from './document';

/** More than any of our forms has. */
const LONGEST_FORM = 8 * 1024;

/** @throws UserError when it is no form, or too long to be one of ours. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    throw new UserError('Only the forms of this page are taken.');
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LONGEST_FORM) throw new UserError('The form is too long.');
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/** Whether a form was sent by a page of this origin (Fetch Metadata; browsers without it send `Origin`). */
export function isOwnForm({ headers }: IncomingMessage): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers;
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

/** @returns `undefined` when the browser has no such cookie. */
export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [key, value] = part.trim().split('=');
    if (key === name) return value;
  }
  return undefined;
}

export function sendPage(response: ServerResponse, status: number, { html, policy }: RenderedPage): void {
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
  });
  response.end(html);
}

/** After a form the browser asks for a page again, so that a reload sends nothing twice (RFC 9110 §15.4.4). */
export function seeOther(response: ServerResponse, location: string, cookie?: string): void {
  response.writeHead(303, { ...headers, Location: location, ...(cookie && { 'Set-Cookie': cookie }) }).end();
}

/** Nothing of the operators' pages is kept, framed or found. */
const headers = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};
