import { media } from '@isa/ui';
import { css, styled } from 'styled-components';
import { formatClock } from '../../../shared/durations';
import { type Cue, cueAt } from './use-cues';
import { seekTo, useDuration, useTime, useVideo } from './video-actions';

interface TimelineProps {
  readonly video: HTMLVideoElement;
  readonly chapters: readonly Cue[];
}

/** What an arrow key moves, in seconds; browsers differ where the step of a slider is "any". */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
};

export function Timeline({ video, chapters }: TimelineProps) {
  const time = useTime(video);
  const duration = useDuration(video);
  const buffered = useVideo(video, bufferedEnd, 0);
  const percent = (seconds: number) => (duration > 0 ? (seconds / duration) * 100 : 0);
  const chapter = chapters[cueAt(chapters, time)]?.text;
  return (
    <Line>
      <Range
        type="range"
        min={0}
        max={duration}
        step="any"
        value={time}
        disabled={duration === 0}
        aria-label="Position in the lesson"
        aria-valuetext={`${formatClock(time)} of ${formatClock(duration)}${chapter ? `, ${chapter}` : ''}`}
        style={{ backgroundSize: `${percent(time)}% 4px, ${percent(buffered)}% 4px, 100% 4px` }}
        onChange={(event) => seekTo(video, event.currentTarget.valueAsNumber)}
        onKeyDown={(event) => {
          const step = STEPS[event.key];
          if (step === undefined || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          seekTo(video, video.currentTime + step);
        }}
      />
      {chapters.map(({ start }) =>
        start > 0 ? <ChapterGap key={start} style={{ left: `${percent(start)}%` }} /> : null,
      )}
    </Line>
  );
}

/** End of the buffered range at the current position, in seconds. */
function bufferedEnd({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < (buffered?.length ?? 0); index += 1) {
    if (buffered.start(index) <= currentTime && currentTime <= buffered.end(index))
      return buffered.end(index);
  }
  return 0;
}

const Line = styled.div`
  position: relative;
  height: 24px;
  ${media.touch} {
    height: 44px;
  }
`;

const thumb = css`
  appearance: none;
  width: 14px;
  height: 14px;
  border: 0;
  border-radius: 50%;
  background: #e0b457;

  @media (forced-colors: active) {
    background: Highlight;
  }
`;

const Range = styled.input`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  margin: 0;
  appearance: none;
  /* Forced colours would remove its gradients. */
  forced-color-adjust: none;
  cursor: pointer;
  background-color: transparent;
  background-image:
    linear-gradient(#e0b457, #e0b457), linear-gradient(rgb(255 255 255 / 40%), rgb(255 255 255 / 40%)),
    linear-gradient(rgb(255 255 255 / 25%), rgb(255 255 255 / 25%));
  background-repeat: no-repeat;
  background-position: 0 50%;

  @media (forced-colors: active) {
    background-image:
      linear-gradient(Highlight, Highlight), linear-gradient(GrayText, GrayText),
      linear-gradient(CanvasText, CanvasText);
  }

  &::-webkit-slider-thumb {
    ${thumb}
  }

  &::-moz-range-thumb {
    ${thumb}
  }
`;

const ChapterGap = styled.span`
  position: absolute;
  top: calc(50% - 3px);
  width: 2px;
  height: 6px;
  background: #0d1420;
  pointer-events: none;
`;
