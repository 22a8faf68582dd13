import { calls } from '@isa/api-contract';
import { useHost, useRequest, useSession } from '@isa/contract';

/** The address of the customer's account, to which confirmations go; `undefined` for guests and until it is known. */
export function useAccountEmail(): string | undefined {
  const { api } = useHost();
  const signedIn = useSession(({ status }) => status === 'in');
  const account = useRequest(signedIn ? 'account' : undefined, (signal) =>
    api(calls.readAccount, {}, { signal }),
  );
  return signedIn ? account.data?.account.email : undefined;
}
