import type { RequestOptions } from '../features/accounts/passkey-ceremonies';
import type { Proof } from '../features/accounts/reauthentication';
import type { ApiContext, ApiMiddleware, ApiRouter } from '../http/context';
import type { Drafts } from './drafts';

/** A passkey, or the password and a code of the authenticator app. */
export type OfficeProof = Proof & { readonly code: string };

/** How a member of staff can confirm who they are. */
export interface ConfirmationOptions {
  /** The options for a passkey; `undefined` for a member of staff who has none. */
  readonly passkey: RequestOptions | undefined;
  /** Whether the member has an authenticator app. */
  readonly code: boolean;
}

export interface OfficeSession {
  readonly logInRouter: ApiRouter;
  /** Refuses changes of other origins: browsers attach the cookie to any page's requests. */
  readonly requireSameOrigin: ApiMiddleware;
  /** Admits staff. Others are asked to log in; to the session of a customer the office does not exist. */
  readonly requireStaff: ApiMiddleware;
  readonly drafts: Drafts;
  isRecent(ctx: ApiContext): boolean;
  confirmationOptions(ctx: ApiContext): Promise<ConfirmationOptions>;
  /**
   * @throws ProblemError `invalid-credentials`, `invalid-passkey`, `passkey-expired`, `too-many-requests`,
   * `busy`
   */
  confirm(ctx: ApiContext, proof: OfficeProof): Promise<void>;
}
