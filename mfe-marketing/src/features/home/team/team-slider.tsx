import { Caption, focusRing, Heading, IconButton, media, Text, tokens, VisuallyHidden } from '@isa/ui';
import type { TeamMember } from '@isa/api-contract';
import { FounderPortrait, TeamPortrait } from '@isa/ui/art';
import { type KeyboardEvent, useRef, useState } from 'react';
import { css, styled } from 'styled-components';
import { CardBody, PictureCard } from '../../../shared/card';
import { useTeamSlider } from './use-team-slider';

/** The part of Swiper's style sheet that it needs. The row scrolls until Swiper has started. */
const scroller = css`
  position: relative;
  overflow-x: auto;
  scroll-snap-type: x mandatory;
  scrollbar-width: thin;
  .swiper-wrapper {
    display: flex;
    align-items: stretch;
    width: 100%;
    transition-property: transform;
  }
  .swiper-slide {
    flex: none;
    height: auto;
    scroll-snap-align: start;
  }
  &.swiper-initialized {
    overflow: clip;
    touch-action: pan-y;
    scroll-snap-type: none;
  }
`;

/** Cards have their final width before Swiper starts, so that there is no layout shift. */
const Viewport = styled.div`
  ${scroller}
  &:focus-visible {
    ${focusRing}
  }
  .swiper-wrapper {
    gap: 30px;
  }
  .swiper-slide {
    width: 100%;
  }
  ${media.up('md')} {
    .swiper-slide {
      width: calc((100% - 30px) / 2);
    }
  }
  ${media.up('xl')} {
    .swiper-slide {
      width: calc((100% - 60px) / 3);
    }
  }
  /* Swiper spaces the cards by margins. */
  &.swiper-initialized .swiper-wrapper {
    gap: 0;
  }
  @media print {
    &,
    &.swiper-initialized {
      overflow: visible;
    }
    .swiper-wrapper {
      flex-wrap: wrap;
      transform: none !important;
    }
  }
`;

const ButtonRow = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: ${tokens.space(1)};
  min-height: 44px;
  margin-bottom: ${tokens.space(4)};
  ${media.up('lg')} {
    /* Alongside the heading. */
    margin-top: calc(-44px - ${tokens.space(8)});
    margin-bottom: ${tokens.space(8)};
  }
  /* Reserves its space while the library loads. */
  &[hidden] {
    display: flex !important;
    visibility: hidden;
  }
`;

const Thumbs = styled.div`
  ${scroller}
  max-width: 22rem;
  margin-top: ${tokens.space(5)};
  margin-inline: auto;
  /* For the focus ring, which the box would clip. */
  padding: 5px;
  .swiper-wrapper {
    gap: 10px;
  }
  .swiper-slide {
    width: calc((100% - 40px) / 5);
  }
  &.swiper-initialized .swiper-wrapper {
    gap: 0;
  }
  &[hidden] {
    display: block !important;
    visibility: hidden;
  }
`;

const Thumb = styled.button`
  display: block;
  width: 100%;
  padding: 0;
  border: 1.5px solid transparent;
  border-radius: ${tokens.radius};
  background: ${tokens.color.ink};
  overflow: clip;
  transition: border-color ${tokens.motion};
  img {
    aspect-ratio: 1;
    object-fit: cover;
    object-position: 50% 20%;
    opacity: 0.5;
    transition: opacity ${tokens.motion};
  }
  &:hover img,
  &[aria-current] img {
    opacity: 1;
  }
  &[aria-current] {
    border-color: var(--isa-accent);
  }
`;

/** The team as a carousel (W3C's ARIA pattern). Without scripts it is a row that scrolls. */
export function TeamSlider({ team }: { readonly team: readonly TeamMember[] }) {
  const viewport = useRef<HTMLDivElement>(null);
  const thumbs = useRef<HTMLDivElement>(null);
  const slider = useTeamSlider(viewport, thumbs);
  const { first, visible, playing, moving, ready } = slider;
  // Changes are announced only after the visitor has used a control.
  const [used, setUsed] = useState(false);

  function run(move: () => void) {
    setUsed(true);
    move();
  }

  function step(event: KeyboardEvent) {
    if (event.key === 'ArrowRight') run(slider.next);
    else if (event.key === 'ArrowLeft') run(slider.previous);
    else return;
    event.preventDefault();
  }

  return (
    <div
      role="group"
      aria-roledescription="carousel"
      aria-labelledby="team"
      onMouseEnter={() => slider.setInUse(true)}
      onMouseLeave={() => slider.setInUse(false)}
      onFocus={() => slider.setInUse(true)}
      onBlur={() => slider.setInUse(false)}
      onKeyDown={step}
    >
      <ButtonRow hidden={!ready}>
        <VisuallyHidden role="status">{used && !moving && announcement(team, first, visible)}</VisuallyHidden>
        <IconButton
          icon={playing ? 'pause' : 'play'}
          label={playing ? 'Stop moving through the team' : 'Move through the team by itself'}
          onClick={() => slider.setPlaying(!playing)}
        />
        <IconButton icon="arrow-left" label="Previous team member" onClick={() => run(slider.previous)} />
        <IconButton icon="arrow-right" label="Next team member" onClick={() => run(slider.next)} />
      </ButtonRow>
      <Viewport ref={viewport} className="swiper" tabIndex={0} role="group" aria-label="Team members">
        <ul className="swiper-wrapper">
          {team.map((member) => (
            <li key={member.id} className="swiper-slide">
              <PictureCard as="article">
                <Picture>
                  <Portrait id={member.id} />
                </Picture>
                <CardBody>
                  <Caption tone="accent">{member.role}</Caption>
                  <Heading level={3}>{member.name}</Heading>
                  <Text muted>{member.description}</Text>
                </CardBody>
              </PictureCard>
            </li>
          ))}
        </ul>
      </Viewport>
      <Thumbs ref={thumbs} className="swiper" hidden={!ready}>
        <ul className="swiper-wrapper">
          {team.map((member, index) => {
            const shown = index >= first && index < first + visible;
            return (
              <li key={member.id} className="swiper-slide">
                <Thumb
                  type="button"
                  aria-label={`Show ${member.name}, ${member.role}`}
                  aria-current={shown ? 'true' : undefined}
                  onClick={() => run(() => slider.goTo(index))}
                >
                  <Portrait id={member.id} />
                </Thumb>
              </li>
            );
          })}
        </ul>
      </Thumbs>
    </div>
  );
}

function announcement(team: readonly TeamMember[], first: number, visible: number): string {
  const names = team.slice(first, first + visible).map(({ name }) => name);
  return `Showing ${names.join(', ')}: ${first + 1} to ${first + names.length} of ${team.length}.`;
}

const Picture = styled.div`
  background: ${tokens.color.ink};
  ${media.up('lg')} {
    img {
      aspect-ratio: 4 / 3;
      object-fit: cover;
      object-position: 50% 20%;
    }
  }
`;

/** The first person is the founder. */
function Portrait({ id }: Pick<TeamMember, 'id'>) {
  return id === 1 ? <FounderPortrait /> : <TeamPortrait seed={id - 1} />;
}
