import { isRecorded, type Lesson, lessonNumber, messages } from '@isa/api-contract';
import { Button, Icon, Spinner, tokens, Viewfinder } from '@isa/ui';
import { LessonThumbnail } from '@isa/ui/art';
import { type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import type { AccessCheck } from '../../shared/use-access';
import { VideoFrame } from '../../shared/video-frame';
import { Cover, RetryNotice } from './player/cover';
import { useProtectedVideo } from './player/use-protected-video';

interface StageProps {
  readonly lesson: Lesson;
  readonly check: AccessCheck;
  /** The session has ended while the customer watched. */
  readonly ended: boolean;
  /** Rendered once access is granted. */
  readonly children: ReactNode;
}

/** The area of the video. It has one size in every state, so that there is no layout shift. */
export function Stage({ lesson, check: { access, retry }, ended, children }: StageProps) {
  const [trailerOpen, setTrailerOpen] = useState(false);
  if (access === 'granted') return <div>{children}</div>;
  const locked = (access === 'visitor' && !ended) || access === 'locked';
  const kind = isRecorded(lesson) ? 'trailer' : 'sample';
  if (trailerOpen && locked) {
    return (
      <VideoFrame>
        <Trailer
          kind={kind}
          src={lesson.trailerVideoSrc}
          title={lesson.title}
          onClose={() => setTrailerOpen(false)}
        />
      </VideoFrame>
    );
  }
  return (
    <VideoFrame>
      <LessonThumbnail number={lessonNumber(lesson.id)} loading="eager" />
      <Veil>
        {locked && <Lock />}
        {locked && lesson.trailerVideoSrc && (
          <Button variant="secondary" size="small" type="button" onClick={() => setTrailerOpen(true)}>
            Watch the {kind}
          </Button>
        )}
        {access === 'failed' && (
          <RetryNotice onRetry={retry}>
            We could not check your access. Your connection or our server is having a moment.
          </RetryNotice>
        )}
        {(access === 'checking' || access === 'hidden') && (
          <>
            <Checking>
              <Spinner label="Checking your access" />
            </Checking>
            <noscript>
              <Lock />
            </noscript>
          </>
        )}
      </Veil>
    </VideoFrame>
  );
}

function Lock() {
  return (
    <LockNotice>
      <Icon name="lock" size={24} />
      <p>{messages.lesson.locked}</p>
    </LockNotice>
  );
}

/** Access is only checked by scripts. */
const Checking = styled.div`
  @media (scripting: none) {
    display: none;
  }
`;

const Veil = styled(Cover)`
  background: rgb(13 20 32 / 55%);
  font-weight: 600;

  button {
    background: ${tokens.color.ink};
  }
`;

const LockNotice = styled(Viewfinder)`
  --bracket: 16px;
  display: grid;
  justify-items: center;
  gap: ${tokens.space(2)};
  max-width: 19rem;
  padding: ${tokens.space(3)} ${tokens.space(4)};
  background-color: color-mix(in srgb, ${tokens.color.ink} 86%, transparent);
  line-height: 1.4;
`;

interface TrailerProps {
  /** A lesson that is being filmed has a sample instead. */
  readonly kind: 'trailer' | 'sample';
  readonly src: string;
  readonly title: string;
  readonly onClose: () => void;
}

function Trailer({ kind, src, title, onClose }: TrailerProps) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  useProtectedVideo(video);
  return (
    <>
      <Video
        ref={setVideo}
        src={src}
        controls
        autoPlay
        controlsList="nodownload"
        disablePictureInPicture
        playsInline
        aria-label={`${kind === 'trailer' ? 'Trailer' : 'Sample'}: ${title}`}
        onContextMenu={(event) => event.preventDefault()}
        onEnded={onClose}
        onError={onClose}
      />
      <CloseButton>
        <Button variant="secondary" size="small" type="button" onClick={onClose}>
          Close the {kind}
        </Button>
      </CloseButton>
    </>
  );
}

const Video = styled.video`
  width: 100%;
  height: 100%;
`;

const CloseButton = styled.div`
  position: absolute;
  top: 0.75rem;
  right: 0.75rem;

  button {
    background: rgb(13 20 32 / 80%);
    color: #f7f5f0;
  }
`;
