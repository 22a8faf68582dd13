import type { Proof } from '../features/accounts/reauthentication';
import type { RequestOptions } from '../features/accounts/passkey-ceremonies';
import type { ApiContext, ApiMiddleware, ApiRouter } from '../http/context';

export interface OfficeSession {
  readonly logInRouter: ApiRouter;
  /** Refuses changes of other origins: browsers attach the cookie to any page's requests. */
  readonly requireSameOrigin: ApiMiddleware;
  /** Admits staff. Others are asked to log in; to the session of a customer the office does not exist. */
  readonly requireStaff: ApiMiddleware;
  isRecent(ctx: ApiContext): boolean;
  /** @returns the options to re-authenticate with a passkey; `undefined` for a member of staff who has none. */
  passkeyOptions(ctx: ApiContext): Promise<RequestOptions | undefined>;
  /**
   * @throws ProblemError `invalid-credentials`, `invalid-passkey`, `passkey-expired`, `too-many-requests`,
   * `busy`
   */
  confirm(ctx: ApiContext, proof: Proof): Promise<void>;
}
