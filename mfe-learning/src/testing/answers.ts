import { calls, type CallOutput } from '@isa/api-contract';
import { ApiError } from '@isa/contract';
import { answer } from '@isa/contract/testing';
import { catalogue } from './fixtures';

type Permission = CallOutput<'getUserPermissions'>;

export const offered = answer(calls.listLessons, () => catalogue);

/** The response of the permission check; a function may return another one each time, or throw. */
export function permission(message: Permission['message'] | (() => Permission['message'])) {
  return answer(calls.getUserPermissions, (): Permission => ({
    message: typeof message === 'function' ? message() : message,
  }));
}

export function unreachable(): never {
  throw new ApiError('network', 'The server does not answer.');
}
