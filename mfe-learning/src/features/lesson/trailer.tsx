import { Button } from '@isa/ui';
import { useState } from 'react';
import { styled } from 'styled-components';
import { useProtectedVideo } from './player/use-protected-video';

interface TrailerProps {
  /** A lesson in production has a sample instead. */
  readonly kind: 'trailer' | 'sample';
  readonly src: string;
  readonly title: string;
  readonly onClose: () => void;
}

export function Trailer({ kind, src, title, onClose }: TrailerProps) {
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
