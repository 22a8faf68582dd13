import { cookieValues } from '@isa/api-contract';
import type { ApiContext } from './context';

/** How many values of one name are tried (RFC 6265bis §8.6). */
const MAX_VALUES = 8;

interface CookieOptions {
  /** By default scripts cannot read the cookie. */
  readonly httpOnly?: boolean;
  /** Other values are ignored. */
  readonly pattern?: RegExp;
}

/**
 * A cookie of this host. Over https its name gets the prefix `__Host-`, with which browsers accept it from this
 * host only (RFC 6265bis §4.1.3.2), so no other host of the domain can plant one. With `__Host-Http-` newer browsers
 * accept it from responses only (§4.1.3.4), so no script of a page can plant one. Over http, in development, there is no
 * such protection.
 */
export function hostCookie(name: string, { httpOnly = true, pattern = /./ }: CookieOptions = {}) {
  const prefix = httpOnly ? '__Host-Http-' : '__Host-';
  const nameFor = ({ cookies }: ApiContext) => (cookies.secure ? prefix + name : name);
  const attributesFor = ({ cookies }: ApiContext) =>
    ({ path: '/', sameSite: 'lax', secure: cookies.secure, httpOnly, overwrite: true }) as const;

  function values(ctx: ApiContext): readonly string[] {
    const found = cookieValues(ctx.get('Cookie'), nameFor(ctx));
    return found.filter((value) => pattern.test(value)).slice(0, MAX_VALUES);
  }

  return {
    /** All values in the order of the request, which is not that of trust. */
    values,
    /** @param expires absent, the cookie ends with the browser session. */
    set(ctx: ApiContext, value: string, expires?: Date): void {
      ctx.cookies.set(nameFor(ctx), value, { ...attributesFor(ctx), ...(expires && { expires }) });
      if (expires) addMaxAge(ctx, nameFor(ctx), expires);
    },
    clear(ctx: ApiContext): void {
      ctx.cookies.set(nameFor(ctx), null, attributesFor(ctx));
    },
  };
}

/** Browsers compare `Expires` with their own clock, which may be wrong. `Max-Age` counts from now, and wins (RFC 6265 §5.3). */
function addMaxAge(ctx: ApiContext, name: string, expires: Date): void {
  const seconds = Math.max(1, Math.round((expires.getTime() - Date.now()) / 1000));
  const headers = [ctx.response.headers['set-cookie'] ?? []].flat().map(String);
  ctx.set(
    'Set-Cookie',
    headers.map((header) => (header.startsWith(`${name}=`) ? `${header}; max-age=${seconds}` : header)),
  );
}

/** A cookie with a secret of the browser, of 32 random bytes. */
export function secretCookie(name: string) {
  return hostCookie(name, { pattern: /^[\w-]{43}$/ });
}
