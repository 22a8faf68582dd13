import { calls, type CallOutput } from '@isa/api-contract';
import { ApiError } from '@isa/contract';
import { answer } from '@isa/contract/testing';
import { catalogue } from './fixtures';

type Permission = CallOutput<'getUserPermissions'>;

/** The lessons are there. */
export const offered = answer(calls.listLessons, () => catalogue);

/** The permission check's answer; a function may change its mind or throw. */
export function permission(message: Permission['message'] | (() => Permission['message'])) {
  return answer(calls.getUserPermissions, (): Permission => ({
    message: typeof message === 'function' ? message() : message,
  }));
}

/** No answer at all. */
export function unreachable(): never {
  throw new ApiError('network', 'The server does not answer.');
}
