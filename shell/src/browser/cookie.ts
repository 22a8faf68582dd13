export function readCookie(name: string): string {
  const cookie = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`));
  try {
    return decodeURIComponent(cookie?.slice(name.length + 1) ?? '');
  } catch {
    return '';
  }
}
