import type { CallOutput } from '@isa/api-contract';
import type { EntityManager } from 'typeorm';
import type { User } from '../../database/entities';
import type { ApiContext } from '../../http/context';
import type { CoreDeps } from '../../http/deps';
import type { createKnownDevices } from './known-devices';
import type { LogInDelays } from './log-in-delays';
import type { Passwords } from './passwords';
import type { SessionService } from './sessions';

/** What a feature keeps of customers, and does when their accounts change. The role registers it. */
export interface CustomerRecords {
  /** Call it only for an address that the account has confirmed. @returns the ids of the assigned orders. */
  attach(manager: EntityManager, user: Pick<User, 'id' | 'emailKey'>): Promise<readonly number[]>;
  /** @returns whether the account has paid for something, or has access. */
  hasBought(manager: EntityManager, userId: number): Promise<boolean>;
  export(userId: number): Promise<Pick<CallOutput<'exportAccount'>, 'orders' | 'entitlements'>>;
  /** Ends this browser's access to records of guests: the next person in it may be another one. */
  forgetBrowser(ctx: ApiContext): void;
}

export interface AccountDeps extends CoreDeps {
  readonly sessions: SessionService;
  readonly knownDevices: ReturnType<typeof createKnownDevices>;
  readonly logInDelays: LogInDelays;
  readonly passwords: Passwords;
  readonly records: CustomerRecords;
}
