import { useEffect } from 'react';
import { readPreferences, writePreferences } from './preferences';
import {
  captionsShown,
  hasCaptions,
  loadChapters,
  setSpeed,
  setVolume,
  showCaptions,
  toggleMute,
} from './video-actions';

/** Starts a video as the customer likes it and remembers what is changed while watching. */
export function useRememberedPreferences(video: HTMLVideoElement | null): void {
  useEffect(() => {
    if (!video) return;
    const { speed, volume, muted, captions } = readPreferences();
    setSpeed(video, speed);
    setVolume(video, volume);
    if (muted) toggleMute(video);
    showCaptions(video, captions);
    loadChapters(video);

    const rememberSpeed = () => writePreferences({ speed: video.playbackRate });
    const rememberVolume = () => writePreferences({ volume: video.volume, muted: video.muted });
    const rememberCaptions = () => {
      if (hasCaptions(video)) writePreferences({ captions: captionsShown(video) });
    };
    video.addEventListener('ratechange', rememberSpeed);
    video.addEventListener('volumechange', rememberVolume);
    video.textTracks?.addEventListener?.('change', rememberCaptions);
    return () => {
      video.removeEventListener('ratechange', rememberSpeed);
      video.removeEventListener('volumechange', rememberVolume);
      video.textTracks?.removeEventListener?.('change', rememberCaptions);
    };
  }, [video]);
}
