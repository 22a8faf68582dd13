import { Caption, Heading, IconButton, Text, tokens, VisuallyHidden } from '@isa/ui';
import { FounderPortrait, TeamPortrait } from '@isa/ui/art';
import { type KeyboardEvent, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { CardBody, PictureCard } from '../../../shared/card';
import type { TeamMember } from './team';
import { ButtonRow, Thumb, Thumbs, Viewport } from './team-slider.styles';
import { useTeamSlider } from './use-team-slider';

interface TeamSliderProps {
  readonly members: readonly TeamMember[];
  readonly labelledBy: string;
}

/** The team as a carousel (W3C's ARIA pattern). Without scripts it is a row that scrolls. */
export function TeamSlider({ members, labelledBy }: TeamSliderProps) {
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
      aria-labelledby={labelledBy}
      onMouseEnter={() => slider.setInUse(true)}
      onMouseLeave={() => slider.setInUse(false)}
      onFocus={() => slider.setInUse(true)}
      onBlur={() => slider.setInUse(false)}
      onKeyDown={step}
    >
      <ButtonRow hidden={!ready}>
        <VisuallyHidden role="status">
          {used && !moving && announcement(members, first, visible)}
        </VisuallyHidden>
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
          {members.map((member) => (
            <li key={member.name} className="swiper-slide">
              <TeamCard member={member} />
            </li>
          ))}
        </ul>
      </Viewport>
      <Thumbs ref={thumbs} className="swiper" hidden={!ready}>
        <ul className="swiper-wrapper">
          {members.map((member, index) => {
            const shown = index >= first && index < first + visible;
            return (
              <li key={member.name} className="swiper-slide">
                <Thumb
                  type="button"
                  aria-label={`Show ${member.name}, ${member.role}`}
                  aria-current={shown ? 'true' : undefined}
                  onClick={() => run(() => slider.goTo(index))}
                >
                  <Portrait portrait={member.portrait} />
                </Thumb>
              </li>
            );
          })}
        </ul>
      </Thumbs>
    </div>
  );
}

function announcement(members: readonly TeamMember[], first: number, visible: number): string {
  const names = members.slice(first, first + visible).map(({ name }) => name);
  return `Showing ${names.join(', ')}: ${first + 1} to ${first + names.length} of ${members.length}.`;
}

const Picture = styled.div`
  background: ${tokens.color.ink};
`;

function Portrait({ portrait }: Pick<TeamMember, 'portrait'>) {
  return portrait === 'founder' ? <FounderPortrait /> : <TeamPortrait seed={portrait} />;
}

function TeamCard({ member }: { readonly member: TeamMember }) {
  return (
    <PictureCard as="article">
      <Picture>
        <Portrait portrait={member.portrait} />
      </Picture>
      <CardBody>
        <Caption tone="accent">{member.role}</Caption>
        <Heading level={3}>{member.name}</Heading>
        <Text muted>{member.description}</Text>
      </CardBody>
    </PictureCard>
  );
}
