/** A text with its time span, in seconds from the start. */
export interface Cue {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Captions, subtitles or chapters as a WebVTT file (https://www.w3.org/TR/webvtt1/). */
export function webVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ from, to, text }) => `${time(from)} --> ${time(to)}\n${payload(text)}`);
  return `${['WEBVTT', ...blocks].join('\n\n')}\n`;
}

function time(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const part = (size: number, modulus: number) => Math.floor(milliseconds / size) % modulus;
  const [hours, minutes, whole] = [part(3_600_000, 100), part(60_000, 60), part(1000, 60)].map((value) =>
    String(value).padStart(2, '0'),
  );
  return `${hours}:${minutes}:${whole}.${String(milliseconds % 1000).padStart(3, '0')}`;
}

/** An empty line would end the cue and `<` would begin a tag. */
function payload(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
