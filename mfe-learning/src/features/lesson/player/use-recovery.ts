import { useEffect, useEffectEvent, useState } from 'react';
import type { Ticket } from './use-ticket';
import { listen, play, seekTo } from './video-actions';

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
  // How many failures came in a row without a frame between them; 0 once a source is open.
  const [failures, setFailures] = useState(0);
  const freshTicket = useEffectEvent(renew);
  const failed = failures > MAX_FAILURES;

  useEffect(() => {
    if (!video) return;
    let inRow = 0;
    // Opening a source sets the position to 0 and pauses, so both are stored here while a source has data.
    let seconds = 0;
    let playing = !video.paused;
    const hasData = () => video.readyState >= HTMLMediaElement.HAVE_METADATA;
    const storePosition = () => {
      if (hasData()) seconds = video.currentTime;
    };
    const interrupt = () => {
      inRow += 1;
      setFailures(inRow);
    };
    const onVideo = {
      timeupdate: storePosition,
      seeking: storePosition,
      play: () => void (playing = true),
      pause: () => {
        if (hasData()) playing = false;
      },
      loadedmetadata: () => {
        if (seconds > 0) seekTo(video, seconds);
        if (playing) play(video);
      },
      canplay: () => void (inRow = 0),
      error: interrupt,
    };
    const onOnline = () =>
      !video.paused && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA && interrupt();
    return listen([video, onVideo], [window, { online: onOnline }]);
  }, [video]);

  useEffect(() => {
    if (!video || failures === 0 || failed) return;
    let stopped = false;
    let attempts = failures - 1;
    let timer: ReturnType<typeof setTimeout>;
    const attempt = async () => {
      clearTimeout(timer);
      const ticket = await freshTicket();
      if (stopped) return;
      if (ticket) {
        video.src = ticket.url;
        video.load();
        setFailures(0);
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
  }, [video, failures, failed]);

  return {
    state: failures === 0 ? 'connected' : failed ? 'failed' : 'reconnecting',
    retry: () => setFailures(1),
  };
}
