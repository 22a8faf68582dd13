import { readCookie } from '../browser/cookie';

/** The API sets and removes this cookie together with the token, which scripts cannot read. */
const MARKER_COOKIE = 'isa-session';
/** The cookie with the token. The API makes it unreadable; other servers of the specification might not. */
const TOKEN_COOKIE = 'token';
/** The attribute of the document's root that the contract's `GUEST_SELECTOR` finds. */
const GUEST_ATTRIBUTE = 'data-isa-guest';

/** Whether the visitor may have a session, without a request. */
export function mayHaveSession(): boolean {
  // Over https browsers accept the prefix from this host only.
  const marker = location.protocol === 'https:' ? `__Host-${MARKER_COOKIE}` : MARKER_COOKIE;
  return readCookie(marker) !== '' || readCookie(TOKEN_COOKIE) !== '';
}

/** Tells styles whether the visitor is known to have no session. */
export function markGuest(isGuest: boolean): void {
  document.documentElement.toggleAttribute(GUEST_ATTRIBUTE, isGuest);
}
