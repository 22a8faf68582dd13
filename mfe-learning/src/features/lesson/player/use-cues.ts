import { useEffect, useState } from 'react';

/** A line of captions, or a chapter; times in seconds. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const NONE: readonly Cue[] = [];

/** The cues of a video's captions or chapters, once the browser has read them. */
export function useCues(video: HTMLVideoElement | null, kind: 'captions' | 'chapters'): readonly Cue[] {
  const [cues, setCues] = useState(NONE);

  useEffect(() => {
    const element = video?.querySelector<HTMLTrackElement>(`track[kind="${kind}"]`);
    if (!element) return;
    const read = () => setCues(Array.from(element.track?.cues ?? [], toCue));
    element.addEventListener('load', read);
    // The file may have arrived before anybody listened.
    const early = setTimeout(read, 0);
    return () => {
      clearTimeout(early);
      element.removeEventListener('load', read);
      setCues(NONE);
    };
  }, [video, kind]);

  return cues;
}

function toCue(cue: TextTrackCue): Cue {
  const text = 'getCueAsHTML' in cue && cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? '') : '';
  return { start: cue.startTime, end: cue.endTime, text: text.replace(/\s+/g, ' ').trim() };
}

/** Index of the cue that a position belongs to: the last one that has begun, or -1. */
export function cueAt(cues: readonly Cue[], seconds: number): number {
  return cues.findLastIndex(({ start }) => start <= seconds);
}
