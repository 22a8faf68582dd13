import { Icon, media, tokens } from '@isa/ui';
import { useSyncExternalStore } from 'react';
import { styled } from 'styled-components';
import { formatClock } from '../../../shared/durations';
import { Timeline } from './timeline';
import { type Cue, cueAt } from './use-cues';
import {
  audibleVolume,
  canFillScreen,
  captionsShown,
  hasCaptions,
  listen,
  setSpeed,
  setVolume,
  speedsWith,
  toggleCaptions,
  toggleFullscreen,
  toggleMute,
  togglePlay,
  useDuration,
  usePaused,
  useTime,
  useVideo,
} from './video-actions';

interface ControlsProps {
  readonly video: HTMLVideoElement;
  /** The element that fills the screen: the video with these controls. */
  readonly playerElement: HTMLElement;
  readonly chapters: readonly Cue[];
  readonly onHelp: () => void;
}

export function Controls({ video, playerElement, chapters, onHelp }: ControlsProps) {
  const paused = usePaused(video);
  const time = useTime(video);
  const duration = useDuration(video);
  const speed = useVideo(video, ({ playbackRate }) => playbackRate, 1);
  const volume = useVideo(video, audibleVolume, 1);
  const muted = volume === 0;
  const captioned = useVideo(video, hasCaptions, false);
  const captions = useVideo(video, captionsShown, false);
  const chapter = chapters[cueAt(chapters, time)]?.text;
  const fillsScreen = useSyncExternalStore(
    (changed) => listen([document, { fullscreenchange: changed }]),
    () => document.fullscreenElement === playerElement,
    () => false,
  );
  return (
    <Bar role="group" aria-label="Player controls">
      <Timeline video={video} chapters={chapters} />
      <Row>
        <Control aria-label={paused ? 'Play' : 'Pause'} onClick={() => togglePlay(video)}>
          <Icon name={paused ? 'play' : 'pause'} />
        </Control>
        <Control data-spare aria-label={muted ? 'Sound on' : 'Sound off'} onClick={() => toggleMute(video)}>
          <Icon name={muted ? 'muted' : 'volume'} />
        </Control>
        <Volume
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={volume}
          aria-label="Volume"
          aria-valuetext={`${Math.round(volume * 100)} percent`}
          onChange={(event) => setVolume(video, event.currentTarget.valueAsNumber)}
        />
        <Clock>{`${formatClock(time)} / ${formatClock(duration)}`}</Clock>
        <Chapter>{chapter}</Chapter>
        <Speed
          aria-label="Speed"
          value={speed}
          onChange={(event) => setSpeed(video, Number(event.currentTarget.value))}
        >
          {speedsWith(speed).map((option) => (
            <option key={option} value={option}>
              {`${Math.round(option * 100) / 100}×`}
            </option>
          ))}
        </Speed>
        {captioned && (
          <Control aria-label="CC captions" aria-pressed={captions} onClick={() => toggleCaptions(video)}>
            <span aria-hidden>CC</span>
          </Control>
        )}
        <Control data-spare data-keyboard aria-label="Keyboard shortcuts" onClick={onHelp}>
          <span aria-hidden>?</span>
        </Control>
        {canFillScreen(video) && (
          <Control
            aria-label={fillsScreen ? 'Leave full screen' : 'Full screen'}
            onClick={() => toggleFullscreen(playerElement)}
          >
            <Icon name="fullscreen" />
          </Control>
        )}
      </Row>
    </Bar>
  );
}

const Bar = styled.div`
  position: absolute;
  inset: auto 0 0;
  padding: ${tokens.space(10)} ${tokens.space(4)} ${tokens.space(2)};

  background: linear-gradient(transparent, rgb(8 12 20 / 88%));
  /* On a small picture the controls lie on its numeral. */
  @container player (max-width: 560px) {
    padding: ${tokens.space(2)} ${tokens.space(2)} 0;
    background: linear-gradient(transparent, rgb(8 12 20 / 94%) ${tokens.space(3)});
  }
  color: #f7f5f0;
  transition: opacity ${tokens.motion};

  /* Without the gradient, icons in a dark system colour would stand on a dark film. */
  @media (forced-colors: active) {
    padding-top: ${tokens.space(2)};
    background: Canvas;
  }

  [data-idle='true'] > &:not(:has(:focus-visible)) {
    opacity: 0;
    pointer-events: none;
  }

  /* A small poster has no controls on it: a tap anywhere starts the video. */
  @container player (max-width: 560px) {
    [data-fresh='true'] > &:not(:has(:focus-visible)) {
      opacity: 0;
      pointer-events: none;
    }
  }
`;

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: ${tokens.space(1)};

  /* Not wide enough for all: sound and help have keys, and phones have buttons for the volume. */
  @container player (max-width: 440px) {
    gap: 0;
    [data-spare] {
      display: none;
    }
    && > select {
      padding: 0;
    }
    && > span {
      padding-inline: 2px;
    }
  }
`;

const Control = styled.button.attrs({ type: 'button' })`
  display: inline-grid;
  place-items: center;
  flex: none;
  min-width: 44px;
  height: 44px;
  padding: 0;
  border: 0;
  border-radius: ${tokens.radius};
  background: transparent;
  color: inherit;
  font: 600 0.875rem/1 ${tokens.font.mono};

  ${media.hover} {
    &:hover {
      background: rgb(255 255 255 / 14%);
    }
  }
  ${media.touch} {
    &[data-keyboard] {
      display: none;
    }
  }

  &[aria-pressed='true'] span {
    box-shadow: 0 5px 0 -2px ${tokens.color.brassLight};
  }
`;

const Volume = styled.input`
  width: 72px;
  accent-color: ${tokens.color.brassLight};

  @container player (max-width: 560px) {
    display: none;
  }
  ${media.touch} {
    display: none;
  }
`;

const Clock = styled.span`
  padding-inline: ${tokens.space(2)};
  font: 0.8125rem/1 ${tokens.font.mono};
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;

const Chapter = styled.span`
  flex: 1;
  min-width: 0;
  overflow: hidden;
  font-size: 0.875rem;
  text-overflow: ellipsis;
  white-space: nowrap;

  @container player (max-width: 440px) {
    visibility: hidden;
  }
`;

const Speed = styled.select`
  min-width: 44px;
  height: 44px;
  padding: 0 ${tokens.space(2)};
  border: 0;
  border-radius: ${tokens.radius};
  background: transparent;
  font: 0.875rem/1 ${tokens.font.mono};
  ${media.touch} {
    /* iPhones zoom the page towards a field whose text is smaller. */
    font-size: 1rem;
  }

  option {
    background: #0d1420;
    color: #f7f5f0;
  }
`;
