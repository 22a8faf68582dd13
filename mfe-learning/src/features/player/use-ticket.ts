import { calls } from '@isa/api-contract';
import { useHost } from '@isa/contract';
import { useEffect, useEffectEvent } from 'react';
import { useRequest } from '../../shared/use-request';

/** The ticket that opens one lesson's video. A session that ended is told to the shell, lost access to `onRefused`. */
export function useTicket(lessonId: number, onRefused: () => void) {
  const host = useHost();
  const request = useRequest(`ticket-${lessonId}`, (signal) =>
    host.api(calls.createVideoTicket, { body: { lessonId } }, { signal }),
  );
  const failure = request.state === 'failed' ? request.id : undefined;
  const refused = useEffectEvent(onRefused);

  useEffect(() => {
    if (failure === 'not-signed-in') host.session.expired();
    if (failure === 'no-access') refused();
  }, [failure, host]);

  return request;
}
