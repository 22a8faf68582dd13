import { Button, Caption, Cluster, Heading, Icon, Spinner, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { lessonNumber } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Link, useNavigate } from '@isa/contract/router';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatClock } from '../../../shared/durations';
import { seekTo, useDuration, useTime } from './video-actions';
import { autoplay } from '../../../shared/autoplay';
import type { LessonEntry } from '../../../shared/lessons';

/** Seconds until the next lesson starts automatically. */
const COUNTDOWN = 8;

export const VideoFrame = styled.div`
  position: relative;
  overflow: hidden;
  aspect-ratio: 16 / 9;
  background: #000;

  > img {
    height: 100%;
    object-fit: cover;
  }
`;

export const Cover = styled.div`
  position: absolute;
  inset: 0;
  z-index: 1;
  display: grid;
  place-content: center;
  justify-items: center;
  gap: ${tokens.space(3)};
  padding: ${tokens.space(4)};
  background: rgb(13 20 32 / 80%);
  color: #f7f5f0;
  text-align: center;
`;

interface UpNextProps {
  readonly next: LessonEntry | undefined;
  readonly onReplay: () => void;
}

export function UpNext({ next, onReplay }: UpNextProps) {
  return (
    <DarkCover>
      {next ? (
        <NextLesson next={next} onReplay={onReplay} />
      ) : (
        <>
          <Heading level={2} size="md">
            That was the last lesson
          </Heading>
          <Cluster gap={3} justify="center">
            <Button as={Link} to={paths.myCourses}>
              My courses
            </Button>
            <Button variant="secondary" type="button" onClick={onReplay}>
              Watch again
            </Button>
          </Cluster>
        </>
      )}
    </DarkCover>
  );
}

function NextLesson({ next, onReplay }: { readonly next: LessonEntry; readonly onReplay: () => void }) {
  const navigate = useNavigate();
  const [left, setLeft] = useState(COUNTDOWN);
  const [counting, setCounting] = useState(true);
  const openNext = () => void navigate(paths.lesson(next.id), { state: autoplay() });
  const openAutomatically = useEffectEvent(openNext);
  const due = counting && left === 0;

  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => {
      // The countdown pauses while the page is hidden.
      if (document.visibilityState === 'visible') setLeft((seconds) => Math.max(0, seconds - 1));
    }, 1000);
    return () => clearInterval(timer);
  }, [counting]);

  useEffect(() => {
    if (due) openAutomatically();
  }, [due]);

  return (
    <>
      <Caption tone="accent">
        {counting ? `Next lesson in ${left} s` : `Next: lesson ${lessonNumber(next.id)}`}
      </Caption>
      <Heading level={2} size="md">
        {next.title}
      </Heading>
      <Cluster gap={3} justify="center">
        <Button type="button" onClick={openNext}>
          Play now
        </Button>
        {counting && (
          <Button variant="secondary" type="button" onClick={() => setCounting(false)}>
            Stop
          </Button>
        )}
        <Button variant="quiet" type="button" onClick={onReplay}>
          Watch again
        </Button>
      </Cluster>
    </>
  );
}

const DarkCover = styled(Cover)`
  background: rgb(13 20 32 / 90%);
`;

/** How many seconds of video the notice is shown for. */
const NOTICE_SECONDS = 8;

/** The position at which the lesson was resumed, and a button to start over. */
export function ResumedNotice({
  video,
  seconds,
}: {
  readonly video: HTMLVideoElement;
  readonly seconds: number;
}) {
  const time = useTime(video);
  if (time < seconds - 1 || time > seconds + NOTICE_SECONDS) return null;
  return (
    <Notice role="status">
      <span>{`Resuming at ${formatClock(seconds)}`}</span>
      <button type="button" onClick={() => seekTo(video, 0)}>
        Start over
      </button>
    </Notice>
  );
}

/** Says that a short clip replaces the recording. */
export function SampleMark({ video }: { readonly video: HTMLVideoElement }) {
  const duration = useDuration(video);
  return duration > 0 && <Corner>{`Sample, ${Math.round(duration)} seconds`}</Corner>;
}

export function ConnectionNotice({
  failed,
  retry,
}: {
  readonly failed: boolean;
  readonly retry: () => void;
}) {
  if (!failed) {
    return (
      <Cover>
        <Spinner label="The connection was lost. Trying again…" showLabel />
      </Cover>
    );
  }
  return (
    <Cover role="alert">
      <Icon name="offline" size={32} />
      <p>The video cannot be played right now. Your place has been saved.</p>
      <Button variant="secondary" type="button" onClick={retry}>
        Try again
      </Button>
    </Cover>
  );
}

const Notice = styled.div`
  position: absolute;
  top: ${tokens.space(3)};
  left: ${tokens.space(3)};
  display: flex;
  align-items: center;
  gap: ${tokens.space(3)};
  padding: ${tokens.space(1)} ${tokens.space(3)};
  border-radius: ${tokens.radius};
  background: rgb(13 20 32 / 88%);
  color: #f7f5f0;
  font-size: ${tokens.font.size.small};

  button {
    min-height: 32px;
    padding: 0;
    border: 0;
    background: none;
    color: ${tokens.color.brassLight};
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
`;

/** The picture's caption is in the other corner. */
const Corner = styled(Notice)`
  right: ${tokens.space(3)};
  left: auto;
`;
