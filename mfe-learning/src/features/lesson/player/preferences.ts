import { isRecord, storedJson } from '@isa/contract';
import { useEffect } from 'react';
import {
  captionsShown,
  hasCaptions,
  listen,
  loadChapters,
  setSound,
  setSpeed,
  showCaptions,
} from './video-actions';

interface Preferences {
  readonly speed: number;
  readonly volume: number;
  readonly muted: boolean;
  readonly captions: boolean;
  /** Whether single keys are shortcuts, which WCAG 2.1.4 lets visitors switch off. */
  readonly shortcuts: boolean;
}

/** Silence is the setting `muted`, so that turning the sound on is always heard. */
const QUIETEST = 0.01;

const defaults: Preferences = { speed: 1, volume: 1, muted: false, captions: false, shortcuts: true };

const preferences = storedJson('localStorage', 'learning:player', (json): Preferences | undefined =>
  isRecord(json)
    ? {
        speed: numberWithin(json.speed, 0.5, 2) ?? defaults.speed,
        volume: numberWithin(json.volume, QUIETEST, 1) ?? defaults.volume,
        muted: typeof json.muted === 'boolean' ? json.muted : defaults.muted,
        captions: typeof json.captions === 'boolean' ? json.captions : defaults.captions,
        shortcuts: typeof json.shortcuts === 'boolean' ? json.shortcuts : defaults.shortcuts,
      }
    : undefined,
);

export function readPreferences(): Preferences {
  return preferences.read() ?? defaults;
}

export function writePreferences(changed: Partial<Preferences>): void {
  preferences.write({ ...readPreferences(), ...changed });
}

function numberWithin(value: unknown, min: number, max: number): number | undefined {
  return typeof value === 'number' && value >= min && value <= max ? value : undefined;
}

export function useStoredPreferences(video: HTMLVideoElement | null): void {
  useEffect(() => {
    if (!video) return;
    const { speed, volume, muted, captions } = readPreferences();
    setSpeed(video, speed);
    setSound(video, volume, muted);
    showCaptions(video, captions);
    loadChapters(video);

    const storeVolume = () => {
      // The browser's own controls can turn the volume down to nothing.
      if (video.volume < QUIETEST) setSound(video, readPreferences().volume, true);
      writePreferences({ volume: video.volume, muted: video.muted });
    };
    return listen(
      [
        video,
        {
          ratechange: () => writePreferences({ speed: video.playbackRate }),
          volumechange: storeVolume,
        },
      ],
      [
        video.textTracks,
        { change: () => hasCaptions(video) && writePreferences({ captions: captionsShown(video) }) },
      ],
    );
  }, [video]);
}
