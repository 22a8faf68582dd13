/** A text with its time span, in seconds from the start. */
export interface Cue {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Captions, subtitles or chapters as a WebVTT file (https://www.w3.org/TR/webvtt1/), for less than 24 hours. */
export function webVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(
    ({ from, to, text }) => `${timestamp(from)} --> ${timestamp(to)}\n${cueText(text)}`,
  );
  return `${['WEBVTT', ...blocks].join('\n\n')}\n`;
}

/** `00:01:02.500` */
function timestamp(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);
}

/** An empty line would end the cue, and `<` would begin a tag. */
function cueText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
