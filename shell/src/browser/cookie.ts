import { cookieValues } from '@isa/api-contract';

/** The values of a cookie. There are several if another path or a parent domain has one of the same name. */
export function readCookies(name: string): readonly string[] {
  return cookieValues(document.cookie, name).map((value) => {
    try {
      return decodeURIComponent(value);
    } catch {
      return '';
    }
  });
}

export const COOKIES_NEEDED =
  'Your browser blocks cookies, which the cart, the checkout and your account need. Please allow them for this site and try again.';

/** Whether the browser keeps cookies of this site. `navigator.cookieEnabled` is true in some that do not. */
export function keepsCookies(): boolean {
  const probe = `isa-cookie-probe=1; Path=/; SameSite=Lax`;
  document.cookie = probe;
  const isKept = readCookies('isa-cookie-probe').length > 0;
  document.cookie = `${probe}; Max-Age=0`;
  return isKept;
}

/** The first value that is not empty. */
export function readCookie(name: string): string {
  return readCookies(name).find((value) => value !== '') ?? '';
}

/** Removes the cookies of this name that this page can see, besides that of this host and the path `/`. */
export function removeShadows(name: string): void {
  const labels = location.hostname.split('.');
  const domains = ['', ...labels.map((_, at) => `; Domain=${labels.slice(at).join('.')}`)];
  const parts = location.pathname.split('/');
  const paths = parts.flatMap((_, at) => {
    const path = parts.slice(0, at + 1).join('/');
    return [path, `${path}/`];
  });
  for (const domain of domains) {
    for (const path of new Set(['/', ...paths])) {
      if (domain !== '' || !['/', ''].includes(path))
        document.cookie = `${name}=; Path=${path}; Max-Age=0${domain}`;
    }
  }
}
