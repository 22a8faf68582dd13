import { readCookie } from '../browser/cookie';

/** Set and removed by the API together with the token, which scripts cannot read. Contains no secret. */
const MARKER_COOKIE = 'isa-session';
/** The token itself, if a script could read it: not set like this by the API. */
const TOKEN_COOKIE = 'token';
/** Of the document's root; `GUEST_SELECTOR` of the contract finds it. */
const GUEST_ATTRIBUTE = 'data-isa-guest';

/** Whether the visitor may have a session, without a request. */
export function mayHaveSession(): boolean {
  return readCookie(MARKER_COOKIE) !== '' || readCookie(TOKEN_COOKIE) !== '';
}

/** Tells styles whether the visitor is known to have no session. */
export function markGuest(isGuest: boolean): void {
  document.documentElement.toggleAttribute(GUEST_ATTRIBUTE, isGuest);
}
