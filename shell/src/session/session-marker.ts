import { readCookie } from '../browser/cookie';

/** The cookie with the token. The API makes it unreadable; other servers of the specification might not. */
const TOKEN_COOKIE = 'token';
/** The attribute of the document's root that the contract's `GUEST_SELECTOR` finds. */
const GUEST_ATTRIBUTE = 'data-isa-guest';

/** Whether the visitor may have a session, without a request. */
export function mayHaveSession(): boolean {
  return hasMarker('isa-session') || readCookie(TOKEN_COOKIE) !== '';
}

/** Whether this browser may show releases for staff. Only the API knows. */
export function mayHaveStaffView(): boolean {
  return hasMarker('isa-staff');
}

/** The API sets and removes these cookies together with a token that scripts cannot read. */
function hasMarker(name: 'isa-session' | 'isa-staff'): boolean {
  // Over https browsers accept the prefix from this host only.
  return readCookie(location.protocol === 'https:' ? `__Host-${name}` : name) !== '';
}

/** Tells styles whether the visitor is known to have no session. */
export function markGuest(isGuest: boolean): void {
  document.documentElement.toggleAttribute(GUEST_ATTRIBUTE, isGuest);
}
