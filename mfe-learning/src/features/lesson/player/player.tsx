import type { Lesson } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useLocation, useNavigate } from '@isa/contract/router';
import { Icon, Spinner, tokens } from '@isa/ui';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { autoplay, takeAutoplay } from '../../../shared/autoplay';
import type { LessonEntry } from '../../../shared/lessons';
import { Controls } from './controls';
import { HelpSheet } from './help-sheet';
import { ConnectionNotice, ResumedNotice, SampleMark, UpNext } from './notices';
import { readPreferences, useStoredPreferences, writePreferences } from './preferences';
import { useShortcuts } from './shortcuts';
import { useCues } from './use-cues';
import { useProgressRecording, useResume } from './use-progress-recording';
import { useRecovery } from './use-recovery';
import type { Ticket } from './use-ticket';
import { listen, play, raiseCaptions, seekTo, togglePlay, usePaused, useVideo } from './video-actions';

interface PlayerProps {
  readonly lesson: Lesson;
  readonly next: LessonEntry | undefined;
  /** What fills the screen, if it is more than the player. */
  readonly screen: HTMLElement | null;
  readonly ticket: Omit<Ticket, 'expiresAt'>;
  readonly renew: () => Promise<Pick<Ticket, 'url'> | undefined>;
  readonly trailer?: { readonly label: string; readonly onEnd: () => void };
  readonly video: HTMLVideoElement | null;
  readonly onVideo: (video: HTMLVideoElement | null) => void;
}

/** The video with its controls, which are the same for a mouse, a finger and a keyboard. */
export function Player({ lesson, next, screen, ticket, renew, trailer, video, onVideo }: PlayerProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const [helpOpen, setHelpOpen] = useState(false);
  const [shortcuts, setShortcuts] = useState(() => readPreferences().shortcuts);
  const chapters = useCues(video, 'chapters');
  const captions = useCues(video, 'captions');
  const recovery = useRecovery(video, renew);
  const progressOf = ticket.sample ? undefined : lesson.id;
  const resumedAt = useResume(video, progressOf, () => takeAutoplay(location.state));
  const idle = useIdle(root, video);
  const paused = usePaused(video);
  const fresh = useVideo(video, (element) => element.paused && element.currentTime === 0, true);
  const ended = useVideo(video, (element) => element.ended, false);
  const buffering = useVideo(video, isBuffering, false);
  useEffect(() => {
    if (video) raiseCaptions(video, !idle);
  }, [video, idle, captions]);
  // A mouse shows the controls before it presses. A finger shows them by its first tap, which therefore does nothing else.
  const tapShowsControls = useRef(false);
  useProtectedVideo(video);
  useStoredPreferences(video);
  useProgressRecording(video, progressOf);
  useShortcuts(root, shortcuts, (command) => {
    if (!video || !root) return;
    if (command === 'help') setHelpOpen((open) => !open);
    else if (command !== 'next') command(video, screen ?? root);
    else if (next) void navigate(paths.lesson(next.id), { state: autoplay() });
  });

  return (
    <Root ref={setRoot} data-idle={idle} data-fresh={fresh} onContextMenu={(event) => event.preventDefault()}>
      <Video
        ref={onVideo}
        src={ticket.url}
        poster={lesson.imgSrc}
        controlsList="nodownload"
        disablePictureInPicture
        playsInline
        preload="metadata"
        autoPlay={trailer !== undefined}
        aria-label={trailer?.label ?? lesson.title}
        onEnded={trailer?.onEnd}
        onPointerDownCapture={({ pointerType }) => {
          tapShowsControls.current = idle && pointerType !== 'mouse';
        }}
        onClick={() => {
          if (video && !tapShowsControls.current) togglePlay(video);
        }}
      >
        {ticket.captionsUrl && (
          <track kind="captions" src={ticket.captionsUrl} srcLang="en" label="English" />
        )}
        {ticket.chaptersUrl && <track kind="chapters" src={ticket.chaptersUrl} srcLang="en" />}
      </Video>
      {buffering && recovery.state === 'connected' && (
        <Centre>
          <Spinner label="Loading" />
        </Centre>
      )}
      {paused && !ended && recovery.state === 'connected' && (
        <BigPlay aria-hidden>
          <Icon name="play" size={36} />
        </BigPlay>
      )}
      {video && root && (
        <Controls
          video={video}
          playerElement={screen ?? root}
          chapters={chapters}
          onHelp={() => setHelpOpen(true)}
        />
      )}
      {ticket.sample && !trailer && video && <SampleMark video={video} />}
      {resumedAt > 0 && video && <ResumedNotice video={video} seconds={resumedAt} />}
      {ended && video && !trailer && recovery.state === 'connected' && (
        <UpNext
          next={next}
          onReplay={() => {
            seekTo(video, 0);
            play(video);
          }}
        />
      )}
      {recovery.state !== 'connected' && (
        <ConnectionNotice failed={recovery.state === 'failed'} retry={recovery.retry} />
      )}
      {helpOpen && (
        <HelpSheet
          enabled={shortcuts}
          onEnabled={(enabled) => {
            setShortcuts(enabled);
            writePreferences({ shortcuts: enabled });
          }}
          onClose={() => setHelpOpen(false)}
        />
      )}
    </Root>
  );
}

function isBuffering(video: HTMLVideoElement): boolean {
  return !video.paused && !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
}

const Root = styled.div`
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

const Video = styled.video`
  width: 100%;
  height: 100%;
`;

const Centre = styled.div`
  position: absolute;
  inset: 0;
  display: grid;
  place-content: center;
  pointer-events: none;
`;

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

const IDLE_AFTER_MS = 2500;

function useIdle(playerElement: HTMLElement | null, video: HTMLVideoElement | null): boolean {
  const [idle, setIdle] = useState(false);

  useEffect(() => {
    if (!playerElement || !video) return;
    let timer: ReturnType<typeof setTimeout>;
    const wake = () => {
      clearTimeout(timer);
      setIdle(false);
      timer = setTimeout(() => setIdle(!video.paused), IDLE_AFTER_MS);
    };
    const stop = listen(
      [playerElement, { pointermove: wake, pointerdown: wake, keydown: wake, focusin: wake }],
      [video, { play: wake, pause: wake }],
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [playerElement, video]);

  return idle;
}

/** No download and picture-in-picture (specification §2). The real protection is the ticket. */
function useProtectedVideo(video: HTMLVideoElement | null): void {
  useEffect(() => {
    if (!video) return;
    const protect = () => {
      // Setting an unchanged attribute would notify the observer again, in an endless loop.
      if (video.getAttribute('controlslist') !== 'nodownload') {
        video.setAttribute('controlslist', 'nodownload');
      }
      if (!video.hasAttribute('disablepictureinpicture')) {
        video.setAttribute('disablepictureinpicture', '');
      }
    };
    protect();
    const observer = new MutationObserver(protect);
    observer.observe(video, {
      attributes: true,
      attributeFilter: ['controlslist', 'disablepictureinpicture'],
    });
    return () => observer.disconnect();
  }, [video]);
}
