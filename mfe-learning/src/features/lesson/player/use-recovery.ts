import { useEffect, useEffectEvent, useState } from 'react';
import type { Ticket } from './use-ticket';
import { listen, reopen } from './video-actions';

interface Interruption {
  readonly seconds: number;
  readonly playing: boolean;
  /** How many failures came in a row without a frame between them. */
  readonly failures: number;
}

/** The number of failures after which the network is not the cause, while the server responds. */
const MAX_FAILURES = 4;
const MAX_DELAY_MS = 15_000;

/** The pause before an attempt, which grows exponentially; the first one has none. */
function delayBefore(attempt: number): number {
  return attempt === 0 ? 0 : Math.min(MAX_DELAY_MS, 500 * 2 ** attempt);
}

interface Recovery {
  /** The state of the connection; `failed` when only the customer can retry. */
  readonly state: 'connected' | 'reconnecting' | 'failed';
  readonly retry: () => void;
}

/** Resumes after a network failure or an expired ticket, with a fresh ticket at the same position. */
export function useRecovery(
  video: HTMLVideoElement | null,
  renew: () => Promise<Pick<Ticket, 'url'> | undefined>,
): Recovery {
  const [interruption, setInterruption] = useState<Interruption>();
  const freshTicket = useEffectEvent(renew);
  const failed = interruption !== undefined && interruption.failures > MAX_FAILURES;

  useEffect(() => {
    if (!video) return;
    let failures = 0;
    // A failed source has position 0, so the last played position is stored here.
    let seconds = 0;
    const interrupt = () => {
      failures += 1;
      setInterruption({ seconds, playing: !video.paused, failures });
    };
    const onVideo = {
      timeupdate: () => void (seconds = video.currentTime),
      canplay: () => void (failures = 0),
      error: interrupt,
    };
    const onOnline = () =>
      !video.paused && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA && interrupt();
    return listen([video, onVideo], [window, { online: onOnline }]);
  }, [video]);

  useEffect(() => {
    if (!video || !interruption || failed) return;
    let stopped = false;
    let attempts = interruption.failures - 1;
    let timer: ReturnType<typeof setTimeout>;
    const attempt = async () => {
      clearTimeout(timer);
      const ticket = await freshTicket();
      if (stopped) return;
      if (ticket) {
        reopen(video, ticket.url, interruption.seconds, interruption.playing);
        setInterruption(undefined);
      } else {
        attempts += 1;
        timer = setTimeout(() => void attempt(), delayBefore(attempts));
      }
    };
    const stopWindow = listen([window, { online: () => void attempt() }]);
    timer = setTimeout(() => void attempt(), delayBefore(attempts));
    return () => {
      stopped = true;
      clearTimeout(timer);
      stopWindow();
    };
  }, [video, interruption, failed]);

  return {
    state: interruption === undefined ? 'connected' : failed ? 'failed' : 'reconnecting',
    retry: () => setInterruption((last) => last && { ...last, failures: 1 }),
  };
}
