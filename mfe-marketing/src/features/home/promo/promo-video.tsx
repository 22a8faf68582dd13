import { focusRing, Icon, tokens } from '@isa/ui';
import { useRef, useState } from 'react';
import { styled } from 'styled-components';
import { promo } from './promo';

const Frame = styled.div`
  position: relative;
  border: 1px solid var(--isa-line);
  border-radius: ${tokens.radiusLarge};
  overflow: clip;
  background: ${tokens.color.night};
  video {
    display: block;
    width: 100%;
    aspect-ratio: 16 / 9;
    object-fit: cover;
  }
`;

/** In the middle only: the player's own controls stay within reach, also where no script runs. */
const Play = styled.button`
  position: absolute;
  inset: 0;
  margin: auto;
  display: grid;
  place-items: center;
  width: clamp(4.5rem, 9vw, 7rem);
  height: clamp(4.5rem, 9vw, 7rem);
  border: 1.5px solid ${tokens.color.brassLight};
  border-radius: 50%;
  background: rgb(13 20 32 / 78%);
  color: ${tokens.color.brassLight};
  transition: background-color ${tokens.motion};
  svg {
    margin-left: 6%;
  }
  &:hover {
    background: ${tokens.color.ink};
  }
  &:focus-visible {
    ${focusRing}
  }
`;

const Failure = styled.p`
  margin-top: ${tokens.space(3)};
  font-size: ${tokens.font.size.small};
  color: var(--isa-error);
`;

/** The promo clip with its poster and captions. Nothing but the poster is fetched until somebody presses play. */
export function PromoVideo() {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'waiting' | 'started' | 'failed'>('waiting');

  async function play() {
    setState('started');
    try {
      // The button is about to disappear: the focus goes to what it started.
      video.current?.focus();
      await video.current?.play();
    } catch (error) {
      // Pausing at once rejects as well, and is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setState('failed');
    }
  }

  return (
    <>
      <Frame>
        <video
          ref={video}
          src={promo.video}
          poster={promo.poster}
          preload="none"
          controls
          playsInline
          width={854}
          height={480}
          aria-label={promo.title}
          onPlay={() => setState('started')}
        >
          <track kind="captions" src={promo.captions} srcLang="en" label="English" default />
          <a href={promo.video}>{promo.title}</a>
        </video>
        {state !== 'started' && (
          <Play type="button" aria-label={`Play: ${promo.title}`} onClick={() => void play()}>
            <Icon name="play" size="40%" />
          </Play>
        )}
      </Frame>
      <Failure role="status">
        {state === 'failed' &&
          'The film could not be played. Please check your connection and press play again.'}
      </Failure>
    </>
  );
}
