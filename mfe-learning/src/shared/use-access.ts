import { calls } from '@isa/api-contract';
import { useHost, useRequest, useSession } from '@isa/contract';
import { useEffect, useState } from 'react';

/**
 * What this visitor may do with the online courses (specification §4): `visitor` has no session, `locked`
 * has one without premium access, `hidden` is the permission check's 404, `failed` could not be checked.
 */
export type Access = 'checking' | 'visitor' | 'locked' | 'granted' | 'hidden' | 'failed';

export interface AccessCheck {
  readonly access: Access;
  readonly retry: () => void;
  /** The server refused a video although the check had granted it: access ended in between. */
  readonly refuse: () => void;
}

/** Asks once per session whether the courses are open. Without a session nothing is asked. */
export function useAccess(): AccessCheck {
  const host = useHost();
  const status = useSession((session) => session.status);
  const [refused, setRefused] = useState(false);
  const check = useRequest(status === 'in' ? 'permissions' : undefined, (signal) =>
    host.api(calls.getUserPermissions, { query: {} }, { signal }),
  );
  const expired = check.error?.id === 'not-signed-in';

  useEffect(() => {
    if (expired) host.session.expired();
  }, [expired, host]);

  function access(): Access {
    if (status === 'out') return 'visitor';
    if (status !== 'in' || expired) return 'checking';
    if (check.status === 'failed') return check.error.id === 'not-found' ? 'hidden' : 'failed';
    if (check.status !== 'ready') return 'checking';
    return check.data.message === 'granted' && !refused ? 'granted' : 'locked';
  }

  function retry() {
    setRefused(false);
    check.retry();
  }

  return { access: access(), retry, refuse: () => setRefused(true) };
}
