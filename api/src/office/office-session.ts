import type { Proof } from '../features/accounts/reauthentication';
import type { RequestOptions } from '../features/accounts/passkey-ceremonies';
import type { ApiContext, ApiMiddleware, ApiRouter } from '../http/context';

/** What the office's pages need of a session of staff. */
export interface OfficeSession {
  /** The pages that need no session. */
  readonly logInRouter: ApiRouter;
  /**
   * Refuses changes that do not come from a page of this origin, because browsers attach the cookie to requests
   * of any page of this site.
   */
  readonly requireSameOrigin: ApiMiddleware;
  /** Admits staff. Others are asked to log in; to the session of a customer the office does not exist. */
  readonly requireStaff: ApiMiddleware;
  /** Whether the last log-in was a moment ago. */
  isRecent(ctx: ApiContext): boolean;
  /** @returns the options to re-authenticate with a passkey; `undefined` for a member of staff who has none. */
  passkeyOptions(ctx: ApiContext): Promise<RequestOptions | undefined>;
  /**
   * Re-authenticates the member of staff, and begins a new session.
   * @throws ProblemError `invalid-credentials`, `invalid-passkey`, `passkey-expired`, `too-many-requests`, `busy`
   */
  confirm(ctx: ApiContext, proof: Proof): Promise<void>;
}
