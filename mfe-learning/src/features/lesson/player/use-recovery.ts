import { useEffect, useEffectEvent, useState } from 'react';
import type { Ticket } from './use-ticket';
import { reopen } from './video-actions';

/** Where a video stood when it could not go on. */
interface Loss {
  readonly seconds: number;
  readonly playing: boolean;
  /** How often in a row it has failed without showing a picture in between. */
  readonly times: number;
}

/** After so many failures with the server in reach, the fault is not the network's. */
const GIVE_UP_AFTER = 4;
const LONGEST_PAUSE_MS = 15_000;

/** Milliseconds until the next attempt: at once, then longer and longer. */
function pauseBefore(attempt: number): number {
  return attempt === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, 500 * 2 ** attempt);
}

interface Recovery {
  /** `lost` while it tries by itself, `given-up` when only the customer can try again. */
  readonly state: 'fine' | 'lost' | 'given-up';
  readonly retry: () => void;
}

/**
 * Brings a video back after the network or its ticket was lost: a fresh ticket, the same position, the
 * same speed. Tries by itself, at once when the browser says that it is online again.
 */
export function useRecovery(
  video: HTMLVideoElement | null,
  renew: () => Promise<Ticket | undefined>,
): Recovery {
  const [loss, setLoss] = useState<Loss>();
  const freshTicket = useEffectEvent(renew);
  const givenUp = loss !== undefined && loss.times > GIVE_UP_AFTER;

  useEffect(() => {
    if (!video) return;
    let failures = 0;
    // A source that fails reports position 0: the last position that was played is the one to go back to.
    let seconds = 0;
    const remember = () => {
      seconds = video.currentTime;
    };
    const fine = () => {
      failures = 0;
    };
    const lose = () => {
      failures += 1;
      setLoss({ seconds, playing: !video.paused, times: failures });
    };
    const loseIfStalled = () => {
      if (!video.paused && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) lose();
    };
    video.addEventListener('timeupdate', remember);
    video.addEventListener('canplay', fine);
    video.addEventListener('error', lose);
    window.addEventListener('online', loseIfStalled);
    return () => {
      video.removeEventListener('timeupdate', remember);
      video.removeEventListener('canplay', fine);
      video.removeEventListener('error', lose);
      window.removeEventListener('online', loseIfStalled);
    };
  }, [video]);

  useEffect(() => {
    if (!video || !loss || givenUp) return;
    let over = false;
    let attempts = loss.times - 1;
    let timer: ReturnType<typeof setTimeout>;
    const attempt = async () => {
      clearTimeout(timer);
      const ticket = await freshTicket();
      if (over) return;
      if (ticket) {
        reopen(video, ticket.url, loss.seconds, loss.playing);
        setLoss(undefined);
      } else {
        attempts += 1;
        timer = setTimeout(() => void attempt(), pauseBefore(attempts));
      }
    };
    const online = () => void attempt();
    window.addEventListener('online', online);
    timer = setTimeout(() => void attempt(), pauseBefore(attempts));
    return () => {
      over = true;
      clearTimeout(timer);
      window.removeEventListener('online', online);
    };
  }, [video, loss, givenUp]);

  return {
    state: loss === undefined ? 'fine' : givenUp ? 'given-up' : 'lost',
    retry: () => setLoss((last) => last && { ...last, times: 1 }),
  };
}
