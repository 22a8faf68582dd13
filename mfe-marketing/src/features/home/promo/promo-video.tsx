import { focusRing, Icon, tokens, VisuallyHidden } from '@isa/ui';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';

export const promo = {
  title: 'The academy at a glance',
  description:
    'A silent film of fourteen seconds, drawn like the site: a team follows one subject across a map, on foot and by car.',
  video: '/media/promo.mp4',
  poster: '/media/promo-poster.jpg',
  captions: '/media/promo.vtt',
  uploadDate: '2026-11-25T09:00:00Z',
  /** The duration by ISO 8601. */
  duration: 'PT14S',
} as const;

const Frame = styled.div`
  position: relative;
  border: 1px solid var(--isa-line);
  border-radius: ${tokens.radiusLarge};
  overflow: clip;
  background: ${tokens.color.night};
  video {
    width: 100%;
    aspect-ratio: 16 / 9;
    object-fit: cover;
  }
`;

/** A button that covers the whole poster; its label is where the player's controls will be. */
const PlayButton = styled.button`
  position: absolute;
  inset: 0;
  display: flex;
  align-items: flex-end;
  padding: clamp(${tokens.space(3)}, 2.5vw, ${tokens.space(8)});
  border: 0;
  background: linear-gradient(transparent 45%, rgb(13 20 32 / 97%) 85%);
  color: ${tokens.color.paper};
  text-align: left;
  &:focus-visible {
    ${focusRing}
    outline-offset: -6px;
  }
`;

const PlayLabel = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${tokens.space(3)};
  padding: ${tokens.space(2)} ${tokens.space(5)} ${tokens.space(2)} ${tokens.space(2)};
  border: 1px solid ${tokens.color.brassLight};
  border-radius: 999px;
  background: ${tokens.color.ink};
  font-weight: 600;
  white-space: nowrap;
  transition: background-color ${tokens.motion};
  svg {
    width: 44px;
    height: 44px;
    padding: 11px;
    border-radius: 50%;
    background: ${tokens.color.brassLight};
    color: ${tokens.color.ink};
  }
  ${PlayButton}:hover & {
    background: ${tokens.color.night};
  }
`;

const Failure = styled.p`
  margin-top: ${tokens.space(3)};
  font-size: ${tokens.font.size.small};
  color: var(--isa-error);
`;

const film = {
  src: promo.video,
  poster: promo.poster,
  preload: 'none',
  playsInline: true,
  width: 854,
  height: 480,
  'aria-label': promo.title,
  children: (
    <>
      <track kind="captions" src={promo.captions} srcLang="en" label="English" default />
      <a href={promo.video}>{promo.title}</a>
    </>
  ),
} as const;

/** The promo clip with its poster and captions. The video is fetched on play. */
export function PromoVideo() {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'waiting' | 'started' | 'failed'>('waiting');
  const focusVideo = useRef(false);
  useEffect(() => {
    // The focus moves to the video, because the pressed button has been removed.
    if (state === 'started' && focusVideo.current) video.current?.focus();
  }, [state]);

  async function play() {
    focusVideo.current = true;
    setState('started');
    try {
      await video.current?.play();
    } catch (error) {
      // An immediate pause also rejects, and is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setState('failed');
    }
  }

  return (
    <>
      <Frame>
        {/* The browser's controls are a document of their own, which costs every visitor's first layout. */}
        <noscript>
          <video {...film} controls />
        </noscript>
        <video
          {...film}
          data-isa-scripts-only
          ref={video}
          controls={state === 'started'}
          tabIndex={state === 'started' ? 0 : undefined}
          onPlay={() => setState('started')}
        />
        {state !== 'started' && (
          <PlayButton type="button" onClick={() => void play()} data-isa-scripts-only>
            <PlayLabel>
              <Icon name="play" />
              Play the film
              <VisuallyHidden>{`: ${promo.title}`}</VisuallyHidden>
            </PlayLabel>
          </PlayButton>
        )}
      </Frame>
      <Failure role="status">
        {state === 'failed' &&
          'The film could not be played. Please check your connection and press play again.'}
      </Failure>
    </>
  );
}
