import { useEffect, useState } from 'react';
import { listen } from './video-actions';

/** A line of captions, or a chapter; times in seconds. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const noCues: readonly Cue[] = [];

export function useCues(video: HTMLVideoElement | null, kind: 'captions' | 'chapters'): readonly Cue[] {
  const [cues, setCues] = useState(noCues);

  useEffect(() => {
    const element = video?.querySelector<HTMLTrackElement>(`track[kind="${kind}"]`);
    if (!element) return;
    const read = () => setCues(Array.from(element.track?.cues ?? [], toCue));
    const stop = listen([element, { load: read }]);
    // The file may have loaded before the listener was added.
    const timer = setTimeout(read, 0);
    return () => {
      clearTimeout(timer);
      stop();
      setCues(noCues);
    };
  }, [video, kind]);

  return cues;
}

function toCue(cue: TextTrackCue): Cue {
  const text = 'getCueAsHTML' in cue && cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? '') : '';
  return { start: cue.startTime, end: cue.endTime, text: text.replace(/\s+/g, ' ').trim() };
}

export function cueAt(cues: readonly Cue[], seconds: number): number {
  return cues.findLastIndex(({ start }) => start <= seconds);
}
