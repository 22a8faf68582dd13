import { calls } from '@isa/api-contract';
import { useHost, useRequest, useSession } from '@isa/contract';
import { useState } from 'react';

/** Specification §4: `locked` is without premium access, `hidden` is a 404, `failed` any other error. */
export type Access = 'checking' | 'visitor' | 'locked' | 'granted' | 'hidden' | 'failed';

export type AccessCheck = ReturnType<typeof useAccess>;

/** Checks the permission once per session; without a session there is no request. */
export function useAccess() {
  const { api } = useHost();
  const status = useSession((session) => session.status);
  const [refused, setRefused] = useState(false);
  const check = useRequest(status === 'in' ? 'permissions' : undefined, (signal) =>
    api(calls.getUserPermissions, { query: {} }, { signal }),
  );

  function access(): Access {
    if (status === 'out') return 'visitor';
    if (status !== 'in') return 'checking';
    if (check.status === 'failed') return check.error.status === 404 ? 'hidden' : 'failed';
    if (check.status !== 'ready') return 'checking';
    return check.data.message === 'granted' && !refused ? 'granted' : 'locked';
  }

  function retry() {
    setRefused(false);
    check.retry();
  }

  return {
    access: access(),
    retry,
    /** Locks the courses after the server has denied a video: access ended after the check. */
    refuse: () => setRefused(true),
  };
}
