import { createHmac } from 'node:crypto';
import type { User } from '../../database/entities';

/**
 * A keyed hash that names an account outside of the database. It contains the time of the sign-up, because a
 * restored database gives the ids of lost accounts to other people.
 */
export function accountKey({ id, createdAt }: Pick<User, 'id' | 'createdAt'>, secret: string): string {
  return createHmac('sha256', secret).update(`account:${id}:${createdAt.toISOString()}`).digest('base64url');
}
