import type { Lesson } from '@isa/api-contract';
import { paths } from '@isa/contract';
import { useLocation, useNavigate } from '@isa/contract/router';
import { Icon, Spinner, tokens } from '@isa/ui';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import type { LessonEntry } from '../../../shared/lessons';
import { PLAY_AT_ONCE, playsAtOnce } from '../../../shared/play-at-once';
import { Controls } from './controls';
import { HelpSheet } from './help-sheet';
import { Lost, Resumed } from './notices';
import { readPreferences, writePreferences } from './preferences';
import { runCommand } from './run-command';
import { UpNext } from './up-next';
import { useCues } from './use-cues';
import { useFinePointer } from './use-fine-pointer';
import { useIdle } from './use-idle';
import { useRememberedPreferences } from './use-preferences';
import { useProgressNotes } from './use-progress-notes';
import { useProtectedVideo } from './use-protected-video';
import { useRecovery } from './use-recovery';
import { useResume } from './use-resume';
import { useShortcuts } from './use-shortcuts';
import type { Ticket } from './use-ticket';
import { usePaused, useVideo } from './use-video';
import { liftCaptions, play, seekTo, togglePlay } from './video-actions';

interface PlayerProps {
  readonly lesson: Lesson;
  readonly next: LessonEntry | undefined;
  /** The ticket that the video was first opened with. */
  readonly ticket: Ticket;
  readonly renew: () => Promise<Ticket | undefined>;
  readonly video: HTMLVideoElement | null;
  readonly onVideo: (video: HTMLVideoElement | null) => void;
}

/** The video with all that makes it a lesson. With a mouse it has our own bar, on a phone the phone's. */
export function Player({ lesson, next, ticket, renew, video, onVideo }: PlayerProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const fine = useFinePointer();
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const [helping, setHelping] = useState(false);
  const [shortcuts, setShortcuts] = useState(() => readPreferences().shortcuts);
  const chapters = useCues(video, 'chapters');
  const captions = useCues(video, 'captions');
  const recovery = useRecovery(video, renew);
  const resumedAt = useResume(video, lesson.id, playsAtOnce(location.state));
  const idle = useIdle(frame, video);
  const paused = usePaused(video);
  const ended = useVideo(video, (element) => element.ended, false);
  const starved = useVideo(video, isStarved, false);
  const barShown = fine && !idle;
  useEffect(() => {
    if (video) liftCaptions(video, barShown);
  }, [video, barShown, captions]);
  useProtectedVideo(video);
  useRememberedPreferences(video);
  useProgressNotes(video, lesson.id);
  useShortcuts(frame, shortcuts, (command) => {
    if (!video || !frame) return;
    if (command.do === 'help') setHelping((open) => !open);
    else if (command.do === 'next') {
      if (next) void navigate(paths.lesson(next.id), { state: PLAY_AT_ONCE });
    } else runCommand(command, video, frame);
  });

  return (
    <Frame ref={setFrame} data-idle={idle} onContextMenu={(event) => event.preventDefault()}>
      <Screen
        ref={onVideo}
        src={ticket.url}
        poster={lesson.imgSrc}
        controls={!fine}
        controlsList="nodownload"
        disablePictureInPicture
        playsInline
        preload="metadata"
        aria-label={lesson.title}
        onClick={fine && video ? () => togglePlay(video) : undefined}
      >
        {ticket.captionsUrl && (
          <track kind="captions" src={ticket.captionsUrl} srcLang="en" label="English" />
        )}
        {ticket.chaptersUrl && <track kind="chapters" src={ticket.chaptersUrl} srcLang="en" />}
      </Screen>
      {starved && recovery.state === 'fine' && (
        <Middle>
          <Spinner label="Loading" />
        </Middle>
      )}
      {fine && paused && !ended && recovery.state === 'fine' && (
        <BigPlay aria-hidden>
          <Icon name="play" size={36} />
        </BigPlay>
      )}
      {fine && video && frame && (
        <Controls video={video} frame={frame} chapters={chapters} onHelp={() => setHelping(true)} />
      )}
      {resumedAt > 0 && video && <Resumed video={video} seconds={resumedAt} />}
      {ended && video && recovery.state === 'fine' && (
        <UpNext
          next={next}
          onReplay={() => {
            seekTo(video, 0);
            play(video);
          }}
        />
      )}
      {recovery.state !== 'fine' && <Lost givenUp={recovery.state === 'given-up'} retry={recovery.retry} />}
      {helping && (
        <HelpSheet
          enabled={shortcuts}
          onEnabled={(enabled) => {
            setShortcuts(enabled);
            writePreferences({ shortcuts: enabled });
          }}
          onClose={() => setHelping(false)}
        />
      )}
    </Frame>
  );
}

/** Wants to play and has nothing to show. */
function isStarved(video: HTMLVideoElement): boolean {
  return !video.paused && !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
}

const Frame = styled.div`
  position: relative;
  width: 100%;
  height: 100%;
  overflow: hidden;
  container: player / inline-size;
  background: #000;

  &[data-idle='true'] {
    cursor: none;
  }
`;

const Screen = styled.video`
  width: 100%;
  height: 100%;
  object-fit: contain;
`;

const Middle = styled.div`
  position: absolute;
  inset: 0;
  display: grid;
  place-content: center;
  pointer-events: none;
`;

/** Invites to the first click; the bar's own button says the same to those who cannot see it. */
const BigPlay = styled.span`
  position: absolute;
  inset: 0;
  margin: auto;
  width: clamp(56px, 12cqw, 84px);
  aspect-ratio: 1;
  display: grid;
  place-content: center;
  border: 1.5px solid;
  border-radius: 50%;
  background: rgb(13 20 32 / 75%);
  color: ${tokens.color.brassLight};
  pointer-events: none;
`;
