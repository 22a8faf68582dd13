import { calls, type CallOutput } from '@isa/api-contract';
import { type ApiErrorId, asApiError, useHost, useRequest } from '@isa/contract';
import { useEffect, useEffectEvent, useState } from 'react';

export type Ticket = CallOutput<'createVideoTicket'>;

/** A ticket is renewed when this share of its remaining life is over. */
const RENEW_AFTER_SHARE = 0.6;
/** Between two attempts to renew when the server does not answer. */
const TRY_AGAIN_MS = 30_000;

/**
 * The ticket that opens one lesson's video, renewed before it runs out. The server prolongs a living
 * ticket under the same address, so that the video never notices. A session that ended is told to the
 * shell, lost access to `onRefused`.
 */
export function useTicket(lessonId: number, onRefused: () => void) {
  const host = useHost();
  const [renewed, setRenewed] = useState<{ readonly ticket: Ticket; readonly attempt: number }>();
  const ask = (signal?: AbortSignal) => host.api(calls.createVideoTicket, { body: { lessonId } }, { signal });
  const request = useRequest(`ticket-${lessonId}`, ask);
  const failure = request.error?.id;
  const ticket = renewed?.ticket ?? (request.status === 'ready' ? request.data : undefined);
  const attempt = renewed?.attempt ?? 0;
  const expiresAt = ticket?.expiresAt;

  function handleFailure(id: ApiErrorId | undefined) {
    if (id === 'not-signed-in') host.session.expired();
    if (id === 'no-access') onRefused();
  }
  const onFailure = useEffectEvent(handleFailure);
  useEffect(() => onFailure(failure), [failure]);

  /** A fresh ticket, or nothing when there is none to be had now. */
  async function renew(): Promise<Ticket | undefined> {
    try {
      const fresh = await ask();
      setRenewed((last) => ({ ticket: fresh, attempt: (last?.attempt ?? 0) + 1 }));
      return fresh;
    } catch (error) {
      handleFailure(asApiError(error).id);
      return undefined;
    }
  }

  const prolong = useEffectEvent(renew);
  useEffect(() => {
    if (expiresAt === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const later = (ms: number) => {
      timer = setTimeout(() => {
        // A success brings a new time to expire and with it the next round of this effect.
        void prolong().then((fresh) => {
          if (!fresh) later(TRY_AGAIN_MS);
        });
      }, ms);
    };
    later(Math.max(TRY_AGAIN_MS, (Date.parse(expiresAt) - Date.now()) * RENEW_AFTER_SHARE));
    return () => clearTimeout(timer);
  }, [expiresAt, attempt]);

  return { request, renew };
}
