import { useEffect } from 'react';
import { listen } from './listen';
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

/** Applies the stored preferences to a video and stores their changes. */
export function useStoredPreferences(video: HTMLVideoElement | null): void {
  useEffect(() => {
    if (!video) return;
    const { speed, volume, muted, captions } = readPreferences();
    setSpeed(video, speed);
    setVolume(video, volume);
    if (muted) toggleMute(video);
    showCaptions(video, captions);
    loadChapters(video);

    const stopVideo = listen(video, {
      ratechange: () => writePreferences({ speed: video.playbackRate }),
      volumechange: () => writePreferences({ volume: video.volume, muted: video.muted }),
    });
    const stopCaptions = listen(video.textTracks, {
      change: () => {
        if (hasCaptions(video)) writePreferences({ captions: captionsShown(video) });
      },
    });
    return () => {
      stopVideo();
      stopCaptions();
    };
  }, [video]);
}
