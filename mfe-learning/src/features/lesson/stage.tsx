import { isRecorded, type Lesson, lessonNumber, messages } from '@isa/api-contract';
import { asElement, Button, Icon, media, RetryAlert, Spinner, Stack, tokens } from '@isa/ui';
import { LessonThumbnail } from '@isa/ui/art';
import { type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import type { AccessCheck } from '../../shared/use-access';
import { Cover, VideoFrame } from './player/notices';
import { Player } from './player/player';

interface StageProps {
  readonly lesson: Lesson;
  /** Whether the offer alongside says about all lessons that they are being filmed. */
  readonly filmedCourse: boolean;
  readonly check: AccessCheck;
  readonly ended: boolean;
}

/** The area of the video without access to it. It has the video's size in every state, so that there is no layout shift. */
export function Stage({ lesson, filmedCourse, check: { access, retry }, ended }: StageProps) {
  const [trailerOpen, setTrailerOpen] = useState(false);
  const [trailer, setTrailer] = useState<HTMLVideoElement | null>(null);
  const locked = (access === 'visitor' && !ended) || access === 'locked';
  // A lesson that is being filmed has a sample instead of a trailer.
  const kind = isRecorded(lesson) ? 'trailer' : 'sample';
  const filming = kind === 'sample' && !filmedCourse;
  if (trailerOpen && locked) {
    const source = { url: lesson.trailerVideoSrc, captionsUrl: null, chaptersUrl: null, sample: true };
    const label = `${kind === 'trailer' ? 'Trailer' : 'Sample'}: ${lesson.title}`;
    return (
      <Stack gap={3}>
        <VideoFrame>
          <Player
            lesson={lesson}
            next={undefined}
            ticket={source}
            screen={null}
            renew={() => Promise.resolve(source)}
            trailer={{ label, onEnd: () => setTrailerOpen(false) }}
            video={trailer}
            onVideo={setTrailer}
          />
        </VideoFrame>
        <div>
          <Button variant="secondary" size="small" type="button" onClick={() => setTrailerOpen(false)}>
            {`Close the ${kind}`}
          </Button>
        </div>
      </Stack>
    );
  }
  return (
    <ClosedFrame>
      <LessonThumbnail number={lessonNumber(lesson.id)} loading="eager" />
      {locked && (
        <Lock filming={filming}>
          {lesson.trailerVideoSrc && (
            <Button variant="secondary" size="small" type="button" onClick={() => setTrailerOpen(true)}>
              <Icon name="play" size={16} />
              <span>{`Watch the ${kind}`}</span>
            </Button>
          )}
        </Lock>
      )}
      {access === 'failed' && (
        <Cover>
          <RetryAlert retry={retry}>
            We could not check your access. Your connection or our server is having a moment.
          </RetryAlert>
        </Cover>
      )}
      {(access === 'checking' || access === 'hidden') && (
        <>
          <Checking data-isa-scripts-only>
            <Spinner label="Checking your access" />
          </Checking>
          <noscript>
            <Lock filming={filming} />
          </noscript>
        </>
      )}
    </ClosedFrame>
  );
}

/** As high as the video, and higher where readers have set larger letters or more space between them. */
const ClosedFrame = styled(VideoFrame)`
  display: grid;
  aspect-ratio: auto;
  &::before {
    content: '';
    grid-area: 1 / 1;
    padding-top: 56.25%;
  }
  > :first-child {
    position: absolute;
    inset: 0;
  }
`;

interface LockProps {
  /** Whether there is nothing to watch yet, which is said first. */
  readonly filming: boolean;
  readonly children?: ReactNode;
}

function Lock({ filming, children }: LockProps) {
  return (
    <LockNotice>
      {filming ? <p>This lesson is being filmed</p> : <Icon name="lock" size={24} />}
      <p>{messages.lesson.locked}</p>
      {asElement(children)}
    </LockNotice>
  );
}

const Checking = styled.div`
  position: absolute;
  top: ${tokens.space(4)};
  right: ${tokens.space(4)};
`;

/** The notice, which is on the numeral's side, so that the picture's subject stays in view. */
const LockNotice = styled.div`
  position: relative;
  grid-area: 1 / 1;
  display: grid;
  align-content: center;
  justify-items: start;
  gap: ${tokens.space(2)};
  width: 54%;
  padding: ${tokens.space(2)} ${tokens.space(3)};
  background: ${tokens.color.night};
  color: ${tokens.color.paper};
  font-size: ${tokens.font.size.small};
  font-weight: 600;
  line-height: 1.3;
  text-wrap: balance;

  > svg {
    color: ${tokens.color.brassLight};
  }

  /* The specified line is small below the one that says what can be watched. */
  p + p {
    font: 400 ${tokens.font.size.caption} / 1.4 ${tokens.font.sans};
    opacity: 0.85;
  }

  ${media.down('md')} {
    svg {
      display: none;
    }
    button {
      padding-inline: ${tokens.space(2.5)};
      white-space: nowrap;
    }
  }

  ${media.up('md')} {
    gap: ${tokens.space(4)};
    width: 34%;
    padding: ${tokens.space(8)} ${tokens.space(6)};
    font-size: ${tokens.font.size.md};
    font-family: ${tokens.font.serif};
  }
`;
