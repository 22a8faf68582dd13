import { calls, type CallOutput } from '@isa/api-contract';
import { type ApiErrorId, asApiError, useHost, useRequest } from '@isa/contract';
import { useEffect, useEffectEvent, useState } from 'react';

export type Ticket = CallOutput<'createVideoTicket'>;

const RENEW_AFTER_SHARE = 0.6;
/** A device with a slow clock sees too much time until a ticket expires, which is valid for 15 minutes. */
const RENEW_WITHIN_MS = 9 * 60_000;
/** The time between two attempts to renew, in milliseconds. */
const RETRY_MS = 30_000;

/**
 * Renews a ticket before it expires, under the same URL, so the video plays on. Reports lost access to `onRefused`.
 */
export function useTicket(lessonId: number, onRefused: () => void) {
  const { api } = useHost();
  const [renewed, setRenewed] = useState<{ readonly ticket: Ticket; readonly attempt: number }>();
  const requestTicket = (signal?: AbortSignal) =>
    api(calls.createVideoTicket, { body: { lessonId } }, { signal });
  const request = useRequest(`ticket-${lessonId}`, requestTicket);
  const failure = request.error?.id;
  const ticket = renewed?.ticket ?? (request.status === 'ready' ? request.data : undefined);
  const attempt = renewed?.attempt ?? 0;
  const expiresAt = ticket?.expiresAt;

  function handleFailure(id: ApiErrorId | undefined) {
    if (id === 'no-access') onRefused();
  }
  const onFailure = useEffectEvent(handleFailure);
  useEffect(() => onFailure(failure), [failure]);

  async function renew(): Promise<Ticket | undefined> {
    try {
      const fresh = await requestTicket();
      setRenewed((last) => ({ ticket: fresh, attempt: (last?.attempt ?? 0) + 1 }));
      return fresh;
    } catch (error) {
      handleFailure(asApiError(error).id);
      return undefined;
    }
  }

  const renewInBackground = useEffectEvent(renew);
  useEffect(() => {
    if (expiresAt === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const later = (ms: number) => {
      timer = setTimeout(() => {
        // A success changes `expiresAt`, which runs this effect again.
        void renewInBackground().then((fresh) => {
          if (!fresh) later(RETRY_MS);
        });
      }, ms);
    };
    const left = (Date.parse(expiresAt) - Date.now()) * RENEW_AFTER_SHARE;
    later(Math.min(RENEW_WITHIN_MS, Math.max(RETRY_MS, left)));
    return () => clearTimeout(timer);
  }, [expiresAt, attempt]);

  return { request, renew };
}
