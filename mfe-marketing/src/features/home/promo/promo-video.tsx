import { isRecord } from '@isa/contract';
import { focusRing, Icon, tokens, VisuallyHidden } from '@isa/ui';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';

export const promo = {
  title: 'The academy at a glance',
  description:
    'A silent film of fourteen seconds, drawn like the site: a team follows one subject across a map, on foot and by car.',
  video: '/media/promo.mp4',
  /** The same film for browsers that know AV1, in a fraction of the bytes. */
  smallVideo: '/media/promo-av1.mp4',
  poster: '/media/promo-poster.avif',
  captions: '/media/promo.vtt',
  uploadDate: '2026-11-27T01:30:00Z',
  /** The duration by ISO 8601. */
  duration: 'PT14S',
} as const;

const Frame = styled.div`
  position: relative;
  border: 1px solid var(--isa-line);
  border-radius: ${tokens.radiusLarge};
  overflow: clip;
  background: ${tokens.color.night};
  display: grid;
  > * {
    grid-area: 1 / 1;
  }
  /* Until its first frame the film is transparent and shows the map below it. */
  video,
  img {
    width: 100%;
    aspect-ratio: 16 / 9;
    object-fit: cover;
  }
`;

/** Covers the whole film. Both labels have a place of their own, because one that moved would be a layout shift. */
const PlayButton = styled.button`
  position: relative;
  z-index: 1;
  display: flex;
  align-items: flex-end;
  padding: clamp(${tokens.space(3)}, 2.5vw, ${tokens.space(8)});
  border: 0;
  background: linear-gradient(transparent 45%, rgb(13 20 32 / 90%) 85%);
  color: ${tokens.color.paper};
  text-align: left;
  &[data-playing='true'] {
    background: none;
  }
  &[data-playing='true'] > :first-child,
  &[data-playing='false'] > :last-child {
    visibility: hidden;
  }
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

const PauseLabel = styled.span`
  position: absolute;
  top: ${tokens.space(2)};
  right: ${tokens.space(2)};
  border-radius: 50%;
  background: ${tokens.color.ink};
  svg {
    width: 44px;
    height: 44px;
    padding: 11px;
  }
`;

const Failure = styled.p`
  &:not(:empty) {
    margin-top: ${tokens.space(3)};
  }
  font-size: ${tokens.font.size.small};
  color: var(--isa-error);
`;

const film = {
  preload: 'none',
  playsInline: true,
  muted: true,
  width: 1920,
  height: 1080,
  'aria-label': promo.title,
  children: (
    <>
      <source src={promo.smallVideo} type='video/mp4; codecs="av01.0.08M.08"' />
      <source src={promo.video} type="video/mp4" />
      <track kind="captions" src={promo.captions} srcLang="en" label="English" default />
      <a href={promo.video}>{promo.title}</a>
    </>
  ),
} as const;

/** Whether the visitor wants nothing to move, or no more data than necessary. */
function wantsStillPage(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return (
    ['(prefers-reduced-motion: reduce)', '(prefers-reduced-data: reduce)'].some(
      (query) => window.matchMedia(query).matches,
    ) ||
    (isRecord(connection) && connection.saveData === true)
  );
}

/** The promo clip over its last picture, the whole map. It is fetched and plays once it is in view, or on a click. */
export function PromoVideo() {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'waiting' | 'playing' | 'failed'>('waiting');
  // False once the visitor has paused it or has seen its end.
  const playsInView = useRef(true);

  useEffect(() => {
    const element = video.current;
    if (!element || wantsStillPage()) return;
    // React renders no such attribute on the server, and browsers start nothing that could be heard.
    element.muted = true;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!playsInView.current) return;
        // Browsers that save power refuse: then the map and its button stay.
        if (entry?.isIntersecting) element.play().catch(() => undefined);
        else element.pause();
      },
      { threshold: 0.6 },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  async function toggle() {
    const element = video.current;
    if (!element) return;
    playsInView.current = false;
    if (state === 'playing') {
      element.pause();
      return;
    }
    try {
      await element.play();
    } catch (error) {
      // An immediate pause also rejects, and is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setState('failed');
    }
  }

  const playing = state === 'playing';
  return (
    <div>
      <Frame>
        {/* The browser's controls are a document of their own, which costs every visitor's first layout. */}
        <noscript>
          <video {...film} poster={promo.poster} controls />
        </noscript>
        <img
          src={promo.poster}
          alt=""
          width={film.width}
          height={film.height}
          loading="lazy"
          decoding="async"
          data-isa-scripts-only
        />
        <video
          {...film}
          data-isa-scripts-only
          ref={video}
          onPlay={() => setState('playing')}
          onPause={() => setState('waiting')}
          onEnded={() => {
            playsInView.current = false;
          }}
        />
        <PlayButton type="button" data-playing={playing} onClick={() => void toggle()} data-isa-scripts-only>
          <PlayLabel>
            <Icon name="play" />
            <span>Play the film</span>
            <VisuallyHidden>{`: ${promo.title}`}</VisuallyHidden>
          </PlayLabel>
          <PauseLabel>
            <Icon name="pause" title={`Pause the film: ${promo.title}`} />
          </PauseLabel>
        </PlayButton>
      </Frame>
      <Failure role="status">
        {state === 'failed' &&
          'The film could not be played. Please check your connection and press play again.'}
      </Failure>
    </div>
  );
}
